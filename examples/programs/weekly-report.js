// A report in Markdown: orders a week and state, with the weeks that stand out.
const first = await tools.orders.list({ pageSize: 100 })
const rest = await Promise.all(
  Array.from({ length: Math.ceil(first.total / 100) - 1 }, (_, i) => tools.orders.list({ page: i + 1, pageSize: 100 })),
)
const orders = [first, ...rest].flatMap((page) => page.orders)

const day = 24 * 60 * 60 * 1000
const monday = (time) => {
  const date = new Date(time)
  return new Date(date - ((date.getUTCDay() + 6) % 7) * day).toISOString().slice(0, 10)
}
const weeks = Map.groupBy(orders, ({ placed }) => monday(placed))
const states = [...new Set(orders.map(({ status }) => status))].sort()
const value = (list) => list.flatMap(({ lines }) => lines).reduce((sum, { price, quantity }) => sum + price * quantity, 0)

const rows = [...weeks].map(([week, list]) => ({
  week,
  counts: states.map((state) => list.filter(({ status }) => status === state).length),
  value: value(list),
}))
const mean = rows.reduce((sum, row) => sum + row.value, 0) / rows.length
const money = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 })
const table = [
  `| week | ${states.join(" | ")} | EUR |`,
  `| --- ${"| ---: ".repeat(states.length + 1)}|`,
  ...rows.map(({ week, counts, value }) => `| ${[week, ...counts, money.format(value)].join(" | ")} |`),
]
return {
  orders: orders.length,
  standOut: rows.filter((row) => row.value > 1.15 * mean).map(({ week, value }) => ({ week, overMean: `${Math.round((value / mean - 1) * 100)} %` })),
  markdown: table.join("\n"),
}
