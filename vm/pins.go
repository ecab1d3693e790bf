package vm

// This file defines pins: how parts of strings that share memory with the whole are counted.
//
// A string that is a part of another keeps all of the other's memory alive, and looks as small as it is. Short parts
// and parts of short strings are therefore copied. For the others the machine remembers the memory of the whole, its
// pin, as a range of addresses; when it measures what is reachable, a string inside a pin counts as all of the pin, once.
// Until then the table keeps what is pinned alive, so a range always means the same memory.

import (
	"slices"
	"sort"
)

const (
	// copyPart is the length in bytes up to which parts of strings are copied.
	copyPart = 64
	// copyWhole is the length in bytes up to which all parts of a string are copied.
	copyWhole = 1 << 10
	// maxRecentPins bounds the pins whose insertion moves others.
	maxRecentPins = 1 << 10
	// pinSlack is how many bytes of pinned memory the table may keep alive without need before the machine measures.
	pinSlack = 8 << 20
	// pinSlackWaiting is the same for an execution that waits for the host.
	pinSlackWaiting = 64 << 10
)

// pin is the memory of a string that parts of it share.
type pin struct {
	start *byte
	n     int
	live  bool // reached by the measurement that runs
}

func (p *pin) from() uintptr { return address(p.start) }
func (p *pin) end() uintptr  { return address(p.start) + uintptr(p.n) }

// pins is the table: two lists ordered by address, so that insertion is cheap while most pins are old.
type pins struct {
	old, recent []pin
	fresh       int64 // bytes pinned since the last measurement
	slack       int64 // what fresh may reach
}

// find returns the pin in list that holds the address, or its place.
func findPin(list []pin, at uintptr) (i int, ok bool) {
	i = sort.Search(len(list), func(i int) bool { return list[i].end() > at })
	return i, i < len(list) && list[i].from() <= at
}

// add remembers the memory of s.
func (p *pins) add(s Str) {
	start, n := s.memory()
	at := address(start)
	if i, ok := findPin(p.old, at); ok && p.old[i].end() >= at+uintptr(n) {
		return
	}
	i, ok := findPin(p.recent, at)
	if ok && p.recent[i].end() >= at+uintptr(n) {
		return
	}
	p.recent = slices.Insert(p.recent, i, pin{start: start, n: n})
	p.fresh += int64(n)
	if len(p.recent) > maxRecentPins {
		p.merge()
	}
}

// merge moves the recent pins to the old ones. Ranges that overlap are views of the same memory and become one.
func (p *pins) merge() {
	all := append(p.old, p.recent...)
	clear(p.recent)
	p.recent = p.recent[:0]
	slices.SortFunc(all, func(a, b pin) int {
		switch x, y := a.from(), b.from(); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	out := all[:0]
	for _, q := range all {
		if k := len(out) - 1; k >= 0 && q.from() < out[k].end() {
			out[k].n = int(max(out[k].end(), q.end()) - out[k].from())
		} else {
			out = append(out, q)
		}
	}
	clear(all[len(out):])
	p.old = out
}

// mark notes that a string at the address is reachable. It reports false when no pin covers it.
func (p *pins) mark(at uintptr) bool {
	i, ok := findPin(p.old, at)
	if ok {
		p.old[i].live = true
	}
	return ok
}

// sweep forgets the pins that no reachable string is part of, and returns the bytes of the others.
func (p *pins) sweep() (bytes int64) {
	out := p.old[:0]
	for _, q := range p.old {
		if q.live {
			bytes += int64(q.n) + 40
			if q.n < 1<<12 {
				bytes += int64(q.n) // it may be the beginning of a buffer twice as long, see bufferFor
			}
			q.live = false
			out = append(out, q)
		}
	}
	clear(p.old[len(out):])
	if cap(out) > 64 && len(out) < cap(out)/4 {
		out = slices.Clone(out)
	}
	p.old = out
	p.fresh, p.slack = 0, max(pinSlack, bytes/2)
	return bytes
}

// share returns a part of whole that shares its memory, unless it is better copied.
func (vm *VM) share(whole, part Str) Value {
	n := part.size()
	if n > copyPart && whole.size() > copyWhole {
		vm.pin(whole)
		return part.Value()
	}
	vm.mem += int64(n)
	return part.clone().Value()
}

// pin remembers that parts of s are about to share its memory.
func (vm *VM) pin(s Str) {
	vm.pins.add(s)
	if vm.pins.fresh > max(vm.pins.slack, pinSlack) && vm.mem <= vm.memLimit {
		vm.pins.fresh = 0
		vm.measureSoon = true
	}
}

// Pin tells the memory meter that parts of s are going to be values that share its memory. It reports false when s is
// so short that they must be copied instead.
func (vm *VM) Pin(s Str) bool {
	if s.size() <= copyWhole {
		return false
	}
	vm.pin(s)
	return true
}
