const a = []
for (let i = 0; i < 300000; i++) a.push(i)
let s = 0
for (let i = 0; i < a.length; i++) s += a[i]
return s
