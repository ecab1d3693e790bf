const rows = []
for (let i = 0; i < 50000; i++) {
  rows.push({ id: i, name: "row " + i, a: i % 3, b: i % 5, c: i % 7, d: i * 2, e: i / 2, f: i % 2 === 0, g: "g" + (i % 10), h: null })
}
const picked = rows.filter((r) => r.f && r.a !== 1).map((r) => ({ ...r, total: r.d + r.e }))
picked.sort((x, y) => y.c - x.c || x.id - y.id)
const groups = {}
for (const { g, total } of picked) groups[g] = (groups[g] ?? 0) + total
return { n: picked.length, first: picked[0], groups }
