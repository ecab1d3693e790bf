// How urgently must each product be ordered again, given what open orders still need?
enum Urgency {
  None,
  Soon,
  Now,
}

interface Line {
  sku: string
  quantity: number
}

interface Page {
  orders: { id: string; lines: Line[] }[]
  more: boolean
}

class Demand {
  private readonly pieces = new Map<string, number>()

  constructor(public readonly status: string) {}

  add({ sku, quantity }: Line): void {
    this.pieces.set(sku, this.of(sku) + quantity)
  }

  of(sku: string): number {
    return this.pieces.get(sku) ?? 0
  }

  async load(): Promise<this> {
    for (let page = 0; ; page++) {
      const { orders, more } = (await tools.orders.list({ status: this.status, page })) as Page
      for (const order of orders) order.lines.forEach((line: Line) => this.add(line))
      if (!more) return this
    }
  }
}

function urgency(stock: number, wanted: number): Urgency {
  if (wanted > stock) return Urgency.Now
  return wanted * 2 > stock ? Urgency.Soon : Urgency.None
}

const [demand, products] = await Promise.all([new Demand("open").load(), tools.products.list({})])
const rows = products.map(({ sku, name, stock }) => {
  const wanted = demand.of(sku)
  return { sku, name, stock, wanted, urgency: urgency(stock, wanted) }
})
const orderNow = rows
  .filter((row) => row.urgency === Urgency.Now)
  .map(({ sku, name, stock, wanted }) => ({ sku, name, missing: wanted - stock }))
  .sort((a, b) => b.missing - a.missing || a.sku.localeCompare(b.sku))
const counts = Object.fromEntries(
  [Urgency.Now, Urgency.Soon, Urgency.None].map((u) => [Urgency[u], rows.filter((row) => row.urgency === u).length]),
)
return { counts, orderNow } satisfies { counts: Record<string, number>; orderNow: unknown[] }
