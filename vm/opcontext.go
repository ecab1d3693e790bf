package vm

// This file defines the contexts that operations of the host run with: one for all of an execution, and one for each.

import (
	"context"
	"sync"
	"time"
)

// loopContext is the context of all operations of an execution. It ends with its parent, at a deadline or when it is
// cancelled, and then wakes the event loop.
type loopContext struct {
	opContext
	deadline time.Time // zero when there is none
	timer    *time.Timer
	box      *mailbox
}

func newLoopContext(parent context.Context, deadline time.Time, box *mailbox) *loopContext {
	c := &loopContext{opContext: opContext{parent: parent}, deadline: deadline, box: box}
	if parent.Done() != nil {
		c.mu.Lock() // the parent may end meanwhile
		c.stop = context.AfterFunc(parent, func() { c.finish(parent.Err()) })
		c.mu.Unlock()
	}
	if !deadline.IsZero() {
		c.timer = time.AfterFunc(time.Until(deadline), func() { c.finish(context.DeadlineExceeded) })
	}
	return c
}

// Deadline implements context.Context.
func (c *loopContext) Deadline() (time.Time, bool) {
	d, ok := c.parent.Deadline()
	if c.deadline.IsZero() || ok && d.Before(c.deadline) {
		return d, ok
	}
	return c.deadline, true
}

func (c *loopContext) finish(err error) {
	c.end(err)
	c.box.wake()
}

// cancel ends the context.
func (c *loopContext) cancel() {
	if c.timer != nil {
		c.timer.Stop()
	}
	c.end(context.Canceled)
}

// opContext is a context that ends with its parent or when it is cancelled. It does what context.WithCancel does, but costs
// nothing until somebody waits for its end: most tools answer without doing so.
type opContext struct {
	parent context.Context
	mu     sync.Mutex
	err    error          // set at the end; then done is closed if it was made, and nobody is left in after
	done   chan struct{}  // made when it is asked for
	after  map[int]func() // called at the end
	next   int            // the key of the next entry of after
	stop   func() bool    // ends the subscription to the end of the parent; nil while nobody waits
}

// Deadline implements context.Context.
func (c *opContext) Deadline() (time.Time, bool) { return c.parent.Deadline() }

// Value implements context.Context.
func (c *opContext) Value(key any) any { return c.parent.Value(key) }

// Err implements context.Context.
func (c *opContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil && c.stop == nil {
		c.err = c.parent.Err() // nobody waits: nothing else is to be done at the end
	}
	return c.err
}

// Done implements context.Context.
func (c *opContext) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done == nil {
		c.done = make(chan struct{})
		if c.err != nil {
			close(c.done)
		} else {
			c.subscribe()
		}
	}
	return c.done
}

// AfterFunc calls f when the context has ended. Package context uses it to derive contexts without a goroutine for each.
func (c *opContext) AfterFunc(f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		go f()
		return func() bool { return false }
	}
	if c.after == nil {
		c.after = map[int]func(){}
	}
	key := c.next
	c.next++
	c.after[key] = f
	c.subscribe()
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, waiting := c.after[key]
		delete(c.after, key)
		return waiting
	}
}

// subscribe makes the context end with its parent. The lock is held.
func (c *opContext) subscribe() {
	if c.stop != nil {
		return
	}
	end := func() { c.end(c.parent.Err()) }
	if p, ok := c.parent.(*loopContext); ok {
		c.stop = p.AfterFunc(end) // what context.AfterFunc does, with less memory
	} else {
		c.stop = context.AfterFunc(c.parent, end)
	}
}

// cancel ends the context.
func (c *opContext) cancel() { c.end(context.Canceled) }

// end ends the context unless it has ended.
func (c *opContext) end(err error) {
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return
	}
	c.err = err
	if c.done != nil {
		close(c.done)
	}
	after, stop := c.after, c.stop
	c.after, c.stop = nil, nil
	c.mu.Unlock()
	if stop != nil {
		stop()
	}
	for _, f := range after {
		f()
	}
}
