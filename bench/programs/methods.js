class Counter {
  constructor() { this.n = 0 }
  add(k) { this.n = this.n + k }
}
const c = new Counter()
for (let i = 0; i < 500000; i++) c.add(2)
return c.n
