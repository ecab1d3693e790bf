var a = []
for (var i = 0; i < 300000; i++) a.push(i)
var s = 0
for (var j = 0; j < a.length; j++) s += a[j]
return s
