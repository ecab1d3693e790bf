function counter() {
  let n = 0
  return () => { n = n + 1; return n }
}
const inc = counter()
let last = 0
for (let i = 0; i < 300000; i++) last = inc()
return last
