// When the catalog is too large for the instructions, a program looks for its tools first.
const { items } = await tools.$codemode.search({ query: "look up a product and its stock" })
console.log(items[0].path)
const product = await tools.products.get({ sku: "SKU-011" })
return { tool: items[0].path, product }
