let s = ""
for (let i = 0; i < 20000; i++) s += "x"
return s.length
