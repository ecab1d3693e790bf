// This file defines the errors of tools: the one a model may see, and those of inputs, outputs and panics.

package tools

import (
	"errors"
	"fmt"
	"strings"
)

var errNoRun = errors.New("the tool has no function to run")

// Error is a failure with a text for the model. It is the only error whose text leaves the runtime; the cause stays
// with the host.
type Error struct {
	Message string
	Cause   error
}

// Errorf makes an Error. The format follows fmt.Errorf: the operand of %w becomes the cause, and its text a part of the
// message. To keep the text of a cause private, write &Error{Message: "…", Cause: err}.
func Errorf(format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	e := &Error{Message: err.Error()}
	switch w := err.(type) {
	case interface{ Unwrap() error }:
		e.Cause = w.Unwrap()
	case interface{ Unwrap() []error }:
		e.Cause = errors.Join(w.Unwrap()...)
	}
	return e
}

// Error returns the message. A nil *Error in a variable of type error is a failure like any other, which says what it is.
func (e *Error) Error() string {
	if e == nil {
		return "a nil *tools.Error in an error that is not nil: return nil itself"
	}
	return e.Message
}

// Unwrap returns the private cause.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Cause
}

// SafeMessage returns the text that the model may see of a tool's failure: the message of the first Error in the chain
// of err. Without one there is no such text.
func SafeMessage(err error) (message string, ok bool) {
	var e *Error
	if errors.As(err, &e) && e != nil {
		return e.Message, true
	}
	return "", false
}

// maxProblems is how many problems of one input are reported.
const maxProblems = 5

// Problem is one thing that is wrong with an input.
type Problem struct {
	// Path leads from the input to the place, as it would be written after the input: "limit", "filters[0].value",
	// `["odd name"]`. The input itself is "".
	Path string
	// Expected and Received complete "expected …, received …". Received is empty where nothing was received.
	Expected, Received string
	// Message is the whole sentence without the path.
	Message string
}

// String is the sentence: "limit: expected an integer, received "5" (string)".
func (p Problem) String() string {
	if p.Path == "" {
		return "input: " + p.Message
	}
	return p.Path + ": " + p.Message
}

// InputError reports an input that a tool cannot take. Its text is written for the model.
type InputError struct {
	// Problems are sorted by path, at most five.
	Problems []Problem
	// More counts the problems that are not listed.
	More int
	// Cause is private: what a Handler returned, or a *PanicError of the host's own decoding.
	Cause error
}

// Error joins the problems to one text.
func (e *InputError) Error() string {
	var b strings.Builder
	for i, p := range e.Problems {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(p.String())
	}
	if e.More == 1 {
		b.WriteString("; and 1 more problem")
	} else if e.More > 1 {
		fmt.Fprintf(&b, "; and %d more problems", e.More)
	}
	return b.String()
}

// Unwrap returns the private cause.
func (e *InputError) Unwrap() error { return e.Cause }

// OutputError reports a result that cannot be shown to the program: it does not satisfy the output schema or is no JSON.
// All of it is for the host; the model learns only which tool it was.
type OutputError struct {
	// Reason says what is wrong and where.
	Reason string
	Cause  error
}

func (e *OutputError) Error() string { return "invalid tool output: " + e.Reason }

// Unwrap returns the cause.
func (e *OutputError) Unwrap() error { return e.Cause }

// PanicError reports that a tool panicked. All of it is for the host.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("the tool panicked: %v", e.Value) }

// Unwrap returns the value of the panic if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// asInputError turns what a Handler's Decode returns into an InputError.
func asInputError(err error) error {
	if err == nil {
		return nil
	}
	var in *InputError
	if errors.As(err, &in) && in != nil {
		return in
	}
	if message, ok := SafeMessage(err); ok {
		return &InputError{Problems: []Problem{{Message: message}}, Cause: err}
	}
	return &InputError{Problems: []Problem{{Message: "the tool cannot read this input"}}, Cause: err}
}

// inputProblem makes an InputError of one problem at the root.
func inputProblem(format string, args ...any) *InputError {
	return &InputError{Problems: []Problem{{Message: fmt.Sprintf(format, args...)}}}
}
