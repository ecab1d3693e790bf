var s = 0
for (var i = 0; i < 1000000; i++) {
  s = s + 0.5
}
return s
