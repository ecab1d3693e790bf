// Which of several searches answers first does not matter, as long as one finds somebody; and a call that fails must not
// spoil the others.
const spellings = ["Costumer 7", "Customer 7", "customer 07"]
const hit = await Promise.any(
  spellings.map(async (name) => {
    const [first] = await tools.customers.search({ name })
    if (!first) throw new Error(`nobody is called ${name}`)
    return first
  }),
)

const wanted = ["SKU-003", "SKU-099", "SKU-011"]
const products = await Promise.allSettled(wanted.map((sku) => tools.products.get({ sku })))
const { fulfilled = [], rejected = [] } = Object.groupBy(products, ({ status }) => status)

const typed = "sku-3".toUpperCase()
try {
  await tools.products.get({ sku: typed })
} catch (error) {
  console.warn(error.message)
}
return {
  customer: hit.name,
  available: fulfilled.map(({ value: { name, stock } }) => `${stock} x ${name}`),
  problems: rejected.map(({ reason }) => reason.message),
}
