const o = { x: 0 }
for (let i = 0; i < 1000000; i++) {
  o.x = o.x + 1
}
return o.x
