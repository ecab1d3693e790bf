package vm

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestOperationContext(t *testing.T) {
	type key struct{}
	ended := func(ctx context.Context) bool {
		select {
		case <-ctx.Done():
			return true
		default:
			return false
		}
	}
	t.Run("cancel", func(t *testing.T) {
		c := &opContext{parent: context.WithValue(t.Context(), key{}, 1)}
		if c.Err() != nil || ended(c) || c.Value(key{}) != 1 {
			t.Fatal("a context that has not ended looks otherwise")
		}
		c.cancel()
		c.cancel()
		if !ended(c) || c.Err() != context.Canceled {
			t.Fatalf("after cancel: ended %v, %v", ended(c), c.Err())
		}
	})
	t.Run("nobody waits", func(t *testing.T) {
		parent, cancel := context.WithCancel(t.Context())
		c := &opContext{parent: parent}
		cancel()
		if c.Err() != context.Canceled || !ended(c) {
			t.Fatalf("the end of the parent is not seen: %v", c.Err())
		}
		if stop := c.AfterFunc(func() {}); stop() {
			t.Fatal("a function can be taken back after the end")
		}
	})
	t.Run("parent ends", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			parent, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			c := &opContext{parent: parent}
			if d, ok := c.Deadline(); !ok || time.Until(d) != time.Second {
				t.Fatal("the deadline is not that of the parent")
			}
			<-c.Done()
			if c.Err() != context.DeadlineExceeded {
				t.Fatal(c.Err())
			}
		})
	})
	t.Run("derived", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) { // which also fails when a goroutine is left
			c := &opContext{parent: t.Context()}
			kept, stop := context.WithCancel(c)
			gone, drop := context.WithTimeout(c, time.Hour)
			called := 0
			context.AfterFunc(c, func() { called++ })
			taken := context.AfterFunc(c, func() { called += 10 })
			drop()
			if !taken() || gone.Err() != context.Canceled || c.Err() != nil {
				t.Fatal("derived contexts do not end by themselves")
			}
			c.cancel()
			synctest.Wait()
			if !ended(kept) || !errors.Is(context.Cause(kept), context.Canceled) || called != 1 {
				t.Fatalf("ended %v, %v, %d calls", ended(kept), context.Cause(kept), called)
			}
			stop()
		})
	})
	t.Run("race", func(t *testing.T) {
		parent, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range 50 {
			c := &opContext{parent: parent}
			all.Go(func() { <-c.Done() })
			all.Go(c.cancel)
			all.Go(func() {
				child, stop := context.WithCancel(c)
				<-child.Done()
				stop()
			})
			all.Go(func() { _ = c.Err() })
		}
		cancel()
		all.Wait()
	})
}

func TestContextOfOperations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		parent, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		for _, end := range []string{"cancel", "deadline", "parent"} {
			b := &mailbox{signal: make(chan struct{}, 1)}
			c := newLoopContext(parent, time.Now().Add(time.Minute), b)
			op := &opContext{parent: c}
			if d, ok := op.Deadline(); !ok || time.Until(d) != time.Minute {
				t.Fatalf("the deadline is in %v", time.Until(d))
			}
			waits := op.Done()
			want := context.Canceled
			switch end {
			case "cancel":
				c.cancel()
			case "deadline":
				want = context.DeadlineExceeded
				<-b.signal
			case "parent":
				cancel()
				<-b.signal
			}
			<-waits
			if op.Err() != want || c.Err() != want {
				t.Errorf("%s: %v, %v", end, op.Err(), c.Err())
			}
		}
	})
}

// TestGoroutinesOfOperations checks that operations that waited for a slot run on the goroutines of earlier ones, and that
// none is left.
func TestGoroutinesOfOperations(t *testing.T) {
	b := &mailbox{signal: make(chan struct{}, 1)}
	operation := func(run func()) *Operation {
		op := NewOperation("x", FuncWork(func(context.Context) func(*VM) (Value, error) { run(); return nil }))
		op.ctx.parent = t.Context()
		return op
	}
	synctest.Test(t, func(t *testing.T) {
		b.setBacklog(true)
		ran := 0
		for range 3 {
			b.start(operation(func() { ran++ }))
			synctest.Wait()
		}
		if ran != 3 || b.idle != 1 || len(b.done) != 3 {
			t.Fatalf("%d ran, %d goroutines wait, %d are done", ran, b.idle, len(b.done))
		}
		b.setBacklog(false)
		synctest.Wait()
		b.start(operation(func() { ran++ }))
		synctest.Wait()
		if ran != 4 || b.idle != 0 {
			t.Fatalf("%d ran, %d goroutines wait", ran, b.idle)
		}
	})
}
