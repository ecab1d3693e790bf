function counter() {
  var n = 0
  return function () { n = n + 1; return n }
}
var inc = counter()
var last = 0
for (var i = 0; i < 300000; i++) last = inc()
return last
