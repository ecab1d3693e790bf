package bench

import "testing"

func benchProgram(b *testing.B, name string) {
	programs, err := Programs()
	if err != nil {
		b.Fatal(err)
	}
	e := newCodemode()
	for _, p := range programs {
		if p.Name != name {
			continue
		}
		run, err := e.Prepare(p.Source)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := run(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkPrograms(b *testing.B) {
	programs, err := Programs()
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range programs {
		b.Run(p.Name, func(b *testing.B) { benchProgram(b, p.Name) })
	}
}
