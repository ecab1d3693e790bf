package main

// This file is the other side of the conversation: a stand-in for a model, so that the example needs no network.

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// A Message is a turn of the conversation: what the user asks, what the model says or calls, what the tool answered.
type Message struct {
	Role    string // user, assistant or tool
	Text    string
	Program string // the argument of the execute tool, when the assistant calls it
}

// A ToolDefinition is how a tool is offered to a model.
type ToolDefinition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// A Model answers with text or with a call of a tool. A real one sends definitions and conversation to its provider.
type Model interface {
	Next(tools []ToolDefinition, conversation []Message) (Message, error)
}

// scripted is a model with one task in mind. It answers what the last message calls for, as a model does: with a program
// at first, with a repaired one when a diagnostic says what is wrong, and with prose when it has the result.
type scripted struct{}

const firstProgram = `const { orders } = await tools.orders.list({ status: "open", pageSize: 100 })
const late = orders.filter((o) => new Date(o.placed) < new Date("2026-01-20"))
const customers = await Promise.all(late.map((o) => tools.customer.get({ id: o.customerId })))
console.log("late orders:", late.length)
return late.map((o, i) => ({ order: o.id, customer: customers[i].name }))`

// Next implements Model.
func (scripted) Next(definitions []ToolDefinition, conversation []Message) (Message, error) {
	last := conversation[len(conversation)-1]
	if last.Role == "user" {
		if len(definitions) == 0 || !strings.Contains(definitions[0].Description, "tools.orders.list(") {
			return Message{}, fmt.Errorf("the instructions do not show the tools")
		}
		return Message{Role: "assistant", Text: "I will look for the late orders.", Program: firstProgram}, nil
	}
	var answer struct {
		OK    bool
		Value []struct{ Order, Customer string }
		Error struct {
			Kind, Message string
			Location      struct{ Line, Column int }
		}
	}
	if err := json.Unmarshal([]byte(last.Text), &answer); err != nil {
		return Message{}, err
	}
	if !answer.OK {
		return repair(conversation, answer.Error.Message, answer.Error.Location.Line)
	}
	names := map[string]bool{}
	for _, v := range answer.Value {
		names[v.Customer] = true
	}
	return Message{Role: "assistant", Text: fmt.Sprintf("%d open orders of %d customers are older than 20 January.", len(answer.Value), len(names))}, nil
}

// unknownTool takes the path that does not exist and the first one proposed instead from a message.
var unknownTool = regexp.MustCompile(`^There is no tool (\S+)\. Did you mean ([^\s?]+)`)

// repair replaces, in the line that the diagnostic names, the path that does not exist by the one it proposes.
func repair(conversation []Message, message string, line int) (Message, error) {
	m := unknownTool.FindStringSubmatch(message)
	lines := strings.Split(lastProgram(conversation), "\n")
	if m == nil || line < 1 || line > len(lines) {
		return Message{}, fmt.Errorf("cannot repair %q", message)
	}
	wrong, right := m[1], m[2]
	lines[line-1] = strings.Replace(lines[line-1], wrong, right, 1)
	return Message{
		Role:    "assistant",
		Text:    fmt.Sprintf("Line %d should call %s.", line, right),
		Program: strings.Join(lines, "\n"),
	}, nil
}

func lastProgram(conversation []Message) string {
	for i := len(conversation) - 1; i >= 0; i-- {
		if p := conversation[i].Program; p != "" {
			return p
		}
	}
	return ""
}
