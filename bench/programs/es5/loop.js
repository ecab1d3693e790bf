var sum = 0
for (var i = 0; i < 1000000; i++) {
  sum += i % 7
}
return sum
