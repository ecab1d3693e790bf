package main

// This file runs conversations and checks their transcripts.

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the transcript as it is now to testdata")

func TestTranscript(t *testing.T) {
	var out bytes.Buffer
	h, err := NewHost(scripted{}, &out)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := h.Answer(context.Background(), "Which open orders are older than 20 January, and whose are they?")
	if err != nil || answer != "10 open orders of 9 customers are older than 20 January." {
		t.Errorf("got %q, %v", answer, err)
	}
	const file = "testdata/transcript.txt"
	if *update {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("the transcript differs from %s:\n%s", file, out.String())
	}
}

// stubborn is a model that always sends the same program.
type stubborn string

func (s stubborn) Next([]ToolDefinition, []Message) (Message, error) {
	return Message{Role: "assistant", Text: "Once more.", Program: string(s)}, nil
}

// A trigger calls a function when a text is written to it.
type trigger struct {
	text string
	do   func()
}

func (w *trigger) Write(p []byte) (int, error) {
	if strings.Contains(string(p), w.text) {
		w.do()
	}
	return len(p), nil
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	h, err := NewHost(stubborn("await tools.products.list({}); while (true) {}"), &trigger{"call 0: products.list", cancel})
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := h.Answer(ctx, "Anything?"); answer != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("got %q, %v", answer, err)
	}
}

// once is a model that sends a program and then gives up.
type once string

func (o once) Next(_ []ToolDefinition, conversation []Message) (Message, error) {
	if len(conversation) > 1 {
		return Message{Role: "assistant", Text: "I give up."}, nil
	}
	return Message{Role: "assistant", Text: "I try.", Program: string(o)}, nil
}

// TestEveryFailureGoesBackToTheModel checks that failures are results and not errors of the host.
func TestEveryFailureGoesBackToTheModel(t *testing.T) {
	for program, want := range map[string]string{
		"return (":  `"kind":"ParseError"`,
		"return 1n": `"kind":"InvalidDataValue"`,
		"const id = ['order_0'][0]; return await tools.orders.get({ id })":         `"kind":"ToolFailure","message":"There is no order \"order_0\""`,
		"for (let i = 0; ; i++) await tools.orders.list({ page: i % 3 })":          `"kind":"ToolCallLimitExceeded"`,
		"const kept = []; for (;;) kept.push(new Array(100000).fill(kept.length))": `"kind":"MemoryLimitExceeded"`,
	} {
		var out bytes.Buffer
		h, err := NewHost(once(program), &out)
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := h.Answer(context.Background(), "Anything?"); err != nil || answer != "I give up." {
			t.Errorf("%s: got %q, %v", program, answer, err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: no result has %s:\n%s", program, want, out.String()[:min(2000, out.Len())])
		}
	}
}

func TestConversationsEnd(t *testing.T) {
	var out bytes.Buffer
	h, err := NewHost(stubborn("return ("), &out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Answer(context.Background(), "Anything?"); err == nil || !strings.Contains(err.Error(), "no answer after 8 turns") {
		t.Errorf("got %v", err)
	}
	if n := strings.Count(out.String(), "\nresult\n"); n != maxTurns {
		t.Errorf("%d results", n)
	}
}
