var items = []
for (var i = 0; i < 2000; i += 1) {
  items.push({ id: i, name: "item-" + i, tags: ["a", "b", "c" + (i % 5)], nested: { x: i * 1.5, ok: i % 2 === 0, note: null } })
}
var copy = JSON.parse(JSON.stringify(items))
return { n: copy.length, last: copy[copy.length - 1], bytes: JSON.stringify(copy).length }
