let s = 0
for (let i = 0; i < 300000; i++) s = s + Math.floor(i / 3)
return s
