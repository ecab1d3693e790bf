let s = 0
for (let i = 0; i < 1000000; i++) {
  s = s + 0.5
}
return s
