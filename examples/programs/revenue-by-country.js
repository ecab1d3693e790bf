// What did each country buy in the first quarter, and who were its best customers?
async function* everyOrder(filter) {
  for (let page = 0; ; page++) {
    const { orders, more } = await tools.orders.list({ ...filter, page, pageSize: 100 })
    yield* orders
    if (!more) return
  }
}

const cents = (price) => Math.round(price * 100)
const spent = new Map()
for await (const order of everyOrder({ status: "complete" })) {
  if (new Date(order.placed) >= new Date("2026-04-01")) continue
  const total = order.lines.reduce((sum, { price, quantity }) => sum + cents(price) * quantity, 0)
  spent.set(order.customerId, (spent.get(order.customerId) ?? 0) + total)
}

const customers = await Promise.all([...spent.keys()].map((id) => tools.customers.get({ id })))
const euros = (amount) => (amount / 100).toFixed(2)
const byCountry = Object.groupBy(customers, ({ country }) => country)
const report = Object.entries(byCountry).map(([country, members]) => {
  const ranked = members.toSorted((a, b) => spent.get(b.id) - spent.get(a.id))
  return {
    country,
    customers: members.length,
    revenue: euros(members.reduce((sum, { id }) => sum + spent.get(id), 0)),
    best: ranked.slice(0, 2).map(({ id, name }) => `${name} (${euros(spent.get(id))})`),
  }
})
return report.sort((a, b) => b.revenue - a.revenue)
