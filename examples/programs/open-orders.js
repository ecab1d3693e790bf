// Which gold customers have open orders that the warehouse cannot fill?
const pages = []
for (let page = 0; ; page++) {
  const { orders, more } = await tools.orders.list({ status: "open", page })
  pages.push(...orders)
  if (!more) break
}

const customerIds = [...new Set(pages.map((order) => order.customerId))]
const customers = await Promise.all(customerIds.map((id) => tools.customers.get({ id })))
const gold = new Map(customers.filter((c) => c.tier === "gold").map((c) => [c.id, c]))

const products = await tools.products.list({})
const stock = new Map(products.map((p) => [p.sku, p.stock]))

const short = pages
  .filter((order) => gold.has(order.customerId))
  .flatMap((order) =>
    order.lines
      .filter((line) => line.quantity > stock.get(line.sku))
      .map((line) => ({ order: order.id, customer: gold.get(order.customerId).name, sku: line.sku, wanted: line.quantity, inStock: stock.get(line.sku) })),
  )

console.log(`${pages.length} open orders of ${customerIds.length} customers checked`)
return { short: short.length, bySku: Object.groupBy(short, ({ sku }) => sku) }
