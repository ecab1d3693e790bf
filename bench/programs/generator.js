function* numbers(n) { for (let i = 0; i < n; i++) yield i }
let s = 0
for (const x of numbers(300000)) s += x
return s
