package vm

// This file defines the memory meter's collection: measuring what the program can still reach.
//
// Allocation only adds to VM.mem. When that reaches the limit, the machine walks everything reachable, as a garbage
// collector's mark phase does, and sets the meter to what it found. The walk costs time in proportion to what is
// reachable and happens at most once per sixteenth of the limit allocated, so its cost is a bounded share.

// A Tracer is the data of an object that holds values. Trace calls mark for each of them and returns the size of the
// data in bytes.
type Tracer interface {
	Trace(mark func(Value)) (bytes int)
}

type marker struct {
	vm    *VM
	epoch uint8
	work  []*Object
	bytes int64
	big   map[uintptr]bool // long strings seen
	seen  map[*coroutine]bool
	names map[*Atom]bool // for a sweep: the names that objects have
	roots []*Object      // objects that are prototypes with shapes of their own
	steps int            // objects and values of long lists, for late
	over  bool           // the execution is over: the rest is not looked at
}

// late reports from time to time whether the deadline has passed while much is measured.
func (m *marker) late() bool {
	if m.steps++; m.steps&(1<<13-1) == 0 && !m.over && m.vm.overdue() != nil {
		m.over = true
		m.vm.stop()
	}
	return m.over
}

// held is the callback of Tracers, whose data may be long.
func (m *marker) held(v Value) {
	if !m.late() {
		m.value(v)
	}
}

// symbolSize is the size of a symbol without its description.
const symbolSize = 112

// bigString is the length from which strings are counted once however often they are referred to.
const bigString = 256

// noNative is VM.nativeMark while no builtin is innermost.
const noNative = 1 << 62

// collect measures what is reachable after an allocation of n bytes was charged, and ends the execution if that is too
// much.
func (vm *VM) collect(n int64) error {
	vm.measureSoon = false
	inflight := max(0, vm.mem-vm.nativeMark) // what the running builtin has allocated is not reachable yet
	live := vm.measure()
	if vm.aborted != nil {
		return vm.aborted
	}
	vm.mem = live + max(inflight, n)
	if vm.nativeMark != noNative {
		vm.nativeMark = live
	}
	if vm.mem > vm.memLimit-vm.memLimit>>4 {
		return vm.abort(ErrMemory)
	}
	return nil
}

// measure returns the number of bytes reachable from the program.
func (vm *VM) measure() int64 {
	vm.pins.merge()
	m := vm.marked(nil)
	for _, s := range vm.transitions {
		m.bytes += 72
		m.tree(s)
	}
	for _, o := range m.roots {
		m.tree(o.rootShape)
	}
	return m.bytes + vm.pins.sweep()
}

// marked walks everything reachable. names, unless nil, receives the names of properties.
func (vm *VM) marked(names map[*Atom]bool) *marker {
	vm.markEpoch++
	if vm.markEpoch == 0 {
		vm.markEpoch = 1
	}
	m := &marker{vm: vm, epoch: vm.markEpoch, seen: map[*coroutine]bool{}, names: names}
	m.bytes = vm.retained + int64(len(vm.stack))*valueSize + int64(len(vm.frames))*112 + int64(len(vm.caches))*40
	m.values(vm.stack[:min(vm.sp+windowSlack, len(vm.stack))])
	m.value(vm.ret)
	for i := range vm.frames[:vm.fp+1] {
		m.frame(&vm.frames[i])
	}
	for _, c := range vm.calls {
		m.values(c.Args)
	}
	for _, v := range vm.opts.Globals {
		m.value(v)
	}
	m.loop(&vm.loop)
	for _, t := range vm.templates {
		m.object(t)
	}
	for _, a := range vm.atoms {
		m.bytes += atomSize
		m.text(ASCII(a.text).stringID(), len(a.text))
	}
	for _, list := range vm.longAtoms {
		for _, a := range list {
			m.bytes += atomSize + int64(len(a.text))
			if !a.value.Str().IsASCII() {
				m.value(a.value)
			}
		}
	}
	for key := range vm.symbols {
		m.bytes += int64(len(key)) + symbolSize + 48
	}
	for _, list := range vm.longSymbols {
		for _, s := range list {
			m.bytes += int64(len(s.atom.text)) + symbolSize + 48
		}
	}
	if vm.tools != nil {
		m.object(vm.tools)
	}
	for _, compiled := range vm.regexps {
		if t, ok := compiled.(Tracer); ok {
			m.bytes += int64(t.Trace(m.held))
		}
	}
	if t, ok := vm.library.(Tracer); ok {
		m.bytes += int64(t.Trace(m.held))
	}
	for len(m.work) > 0 && !m.late() {
		o := m.work[len(m.work)-1]
		m.work = m.work[:len(m.work)-1]
		m.scan(o)
	}
	return m
}

func (m *marker) frame(fr *frame) {
	m.cells(fr.cells)
	m.object(fr.callee)
	m.object(fr.newTarget)
	m.coroutine(fr.co)
}

func (m *marker) loop(l *eventLoop) {
	m.bytes += int64(len(l.jobs.ring)) * jobSize
	for i := range l.jobs.ring {
		j := &l.jobs.ring[i]
		m.reaction(&j.reaction)
		m.value(j.value)
		m.object(j.target)
		m.object(j.then)
	}
	if j := l.current; j != nil {
		m.reaction(&j.reaction)
		m.value(j.value)
		m.object(j.target)
		m.object(j.then)
	}
	m.object(l.result)
	for _, o := range l.rejected {
		m.object(o)
	}
	for op := l.pending.first; op != nil; op = op.next {
		m.object(op.promise)
	}
}

func (m *marker) reaction(r *reaction) {
	m.coroutine(r.co)
	m.object(r.fulfilled)
	m.object(r.rejected)
	m.object(r.derived.Promise)
	m.object(r.derived.Resolve)
	m.object(r.derived.Reject)
	m.object(r.collector)
}

func (m *marker) values(vs []Value) {
	for len(vs) > 1<<13 {
		for i := range 1 << 13 {
			m.value(vs[i])
		}
		vs = vs[1<<13:]
		if m.steps |= 1<<13 - 1; m.late() {
			return
		}
	}
	for i := range vs {
		m.value(vs[i])
	}
}

func (m *marker) value(v Value) {
	switch r := v.ref.(type) {
	case nil, special, boolean:
	case *Object:
		m.object(r)
	case asciiPtr:
		m.text(v.stringID(), int(v.num))
	case utf16Ptr:
		m.text(v.stringID(), 2*int(v.num))
	case *strBuf:
		start, _ := r.view(int(v.num)).memory()
		m.text(address(start), cap(r.ascii)+2*cap(r.wide)+64)
	case *cell:
		if r != nil {
			m.bytes += 24
			m.value(r.v)
		}
	case *accessor:
		m.bytes += 16
		m.object(r.get)
		m.object(r.set)
	case *Symbol:
		m.symbol(r)
	case *BigInt:
		m.bytes += int64(r.BitLen()>>3) + 40
	}
}

// text counts a string. Short strings count at every reference: remembering them would cost more than they do.
func (m *marker) text(id uintptr, n int) {
	if len(m.vm.pins.old) > 0 && m.vm.pins.mark(id) {
		return
	}
	if n >= bigString {
		if m.big[id] {
			return
		}
		if m.big == nil {
			m.big = map[uintptr]bool{}
		}
		m.big[id] = true
	}
	m.bytes += int64(n)
}

// symbol counts a symbol: every reference for short descriptions, as with strings.
func (m *marker) symbol(s *Symbol) {
	m.bytes += symbolSize
	m.text(ASCII(s.atom.text).stringID(), len(s.atom.text))
}

func (m *marker) object(o *Object) {
	if o == nil || o.flags&objRealm != 0 || o.mark == m.epoch {
		return
	}
	o.mark = m.epoch
	m.work = append(m.work, o)
}

func (m *marker) cells(cells []*cell) {
	m.bytes += int64(len(cells)) * 8
	for _, c := range cells {
		if c != nil {
			m.bytes += 24
			m.value(c.v)
		}
	}
}

func (m *marker) coroutine(co *coroutine) {
	if co == nil || m.seen[co] {
		return
	}
	m.seen[co] = true
	m.bytes += 200 + int64(cap(co.regs))*valueSize
	m.values(co.regs)
	m.cells(co.cells)
	m.object(co.callee)
	m.object(co.newTarget)
	m.object(co.promise)
	m.object(co.self)
	for i := range co.queue {
		m.value(co.queue[i].value)
		m.object(co.queue[i].promise)
	}
}

// scan counts one object and marks what it refers to.
func (m *marker) scan(o *Object) {
	m.bytes += objectSize + int64(cap(o.slots)+cap(o.elems))*valueSize
	m.values(o.slots)
	m.values(o.elems)
	m.object(o.shape.proto)
	m.shape(o.shape)
	if s := o.rootShape; s != nil && !s.static {
		m.roots = append(m.roots, o)
	}
	switch d := o.data.(type) {
	case nil:
	case *Closure:
		m.bytes += 80
		m.cells(d.cells)
		m.object(d.home)
		if d.class != nil {
			m.object(d.class.fields)
		}
	case *forInState:
		m.bytes += int64(d.Trace(m.held))
		if m.names != nil {
			for _, k := range d.keys {
				m.names[k.atom] = true
			}
			for k := range d.seen {
				m.names[k.atom] = true
			}
		}
	case *boundFunction:
		m.bytes += 64 + int64(cap(d.args))*valueSize
		m.object(d.target)
		m.value(d.this)
		m.values(d.args)
	case *Promise:
		m.bytes += 200
		m.value(d.Value)
		m.reaction(&d.first)
		for i := range d.more {
			m.reaction(&d.more[i])
		}
	case *coroutine:
		m.coroutine(d)
	case *Native:
		if t, ok := d.data.(Tracer); ok {
			m.bytes += int64(t.Trace(m.held))
		}
	case Value:
		m.value(d)
	case Tracer:
		m.bytes += int64(d.Trace(m.held))
	}
}
