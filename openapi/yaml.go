// This file defines the YAML reader: the nodes of a YAML parser become a document tree.

package openapi

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

// yamlReader turns YAML nodes into tree nodes. An alias becomes a second pointer to the same tree node, so a document of
// nested aliases (a "bomb") takes no memory; how large it would be written out is counted against the node limit.
type yamlReader struct {
	limits  treeLimits
	count   int
	anchors map[*yaml.Node]*anchored
}

// anchored is the target of an alias: its tree node once it is complete, and the number of values it stands for.
type anchored struct {
	node  *node
	count int
	depth int
}

var errAliasCycle = errors.New("an alias refers to a value that contains it")

// parseYAML reads one YAML document. Scalars are typed by the core schema; timestamps and other tags are text.
func parseYAML(src []byte, limits treeLimits) (*node, error) {
	if !utf8.Valid(src) {
		return nil, fmt.Errorf("the text is not valid UTF-8")
	}
	var root yaml.Node
	// The parser's own depth is that of the text; flow and block levels of one value are counted separately there.
	plugin := yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(limits.depth), loaderlimits.AliasNone()))
	if err := yaml.Load(src, &root, plugin); err != nil {
		return nil, fmt.Errorf("%s", strings.ReplaceAll(err.Error(), "\n", " "))
	}
	r := &yamlReader{limits: limits, anchors: map[*yaml.Node]*anchored{}}
	if root.Kind == yaml.DocumentNode {
		if len(root.Content) != 1 {
			return nullNode, nil
		}
		n, _, err := r.value(root.Content[0], 0)
		return n, err
	}
	n, _, err := r.value(&root, 0)
	return n, err
}

// value converts a YAML node; height is how many levels the value has below its own.
func (r *yamlReader) value(y *yaml.Node, depth int) (n *node, height int, err error) {
	if depth > r.limits.depth {
		return nil, 0, fmt.Errorf("line %d: nested deeper than %d levels", y.Line, r.limits.depth)
	}
	if r.count++; r.count > r.limits.nodes {
		return nil, 0, fmt.Errorf("line %d: more than %d values, aliases counted as often as they are used", y.Line, r.limits.nodes)
	}
	if y.Kind == yaml.AliasNode {
		return r.alias(y, depth)
	}
	var a *anchored
	if y.Anchor != "" {
		a = &anchored{count: r.count}
		r.anchors[y] = a
	}
	switch y.Kind {
	case yaml.MappingNode:
		n, height, err = r.mapping(y, depth)
	case yaml.SequenceNode:
		n, height, err = r.sequence(y, depth)
	case yaml.ScalarNode:
		n = scalar(y)
	default:
		n = nullNode
	}
	if a != nil && err == nil {
		a.node, a.count, a.depth = n, r.count-a.count+1, height
	}
	return n, height, err
}

func (r *yamlReader) alias(y *yaml.Node, depth int) (*node, int, error) {
	a := r.anchors[y.Alias]
	if a == nil || a.node == nil {
		return nil, 0, fmt.Errorf("line %d: %w", y.Line, errAliasCycle)
	}
	r.count += a.count - 1
	if r.count > r.limits.nodes {
		return nil, 0, fmt.Errorf("line %d: more than %d values, aliases counted as often as they are used", y.Line, r.limits.nodes)
	}
	if depth+a.depth > r.limits.depth {
		return nil, 0, fmt.Errorf("line %d: nested deeper than %d levels", y.Line, r.limits.depth)
	}
	return a.node, a.depth, nil
}

func (r *yamlReader) sequence(y *yaml.Node, depth int) (*node, int, error) {
	n := &node{kind: arrayKind, items: make([]*node, 0, len(y.Content))}
	height := 0
	for _, c := range y.Content {
		item, h, err := r.value(c, depth+1)
		if err != nil {
			return nil, 0, err
		}
		height = max(height, h+1)
		n.items = append(n.items, item)
	}
	return n, height, nil
}

func (r *yamlReader) mapping(y *yaml.Node, depth int) (*node, int, error) {
	n := &node{kind: objectKind}
	n.keys = make([]string, 0, len(y.Content)/2)
	n.items = make([]*node, 0, len(y.Content)/2)
	height := 0
	var merged []*node
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := y.Content[i]
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		if key.Kind != yaml.ScalarNode {
			return nil, 0, fmt.Errorf("line %d: the name of a member must be text", y.Content[i].Line)
		}
		item, h, err := r.value(y.Content[i+1], depth+1)
		if err != nil {
			return nil, 0, err
		}
		height = max(height, h+1)
		if key.Value == "<<" && key.ShortTag() == "!!merge" {
			merged = append(merged, item)
			continue
		}
		n.set(key.Value, item)
	}
	for _, m := range merged {
		if err := r.merge(n, m); err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", y.Line, err)
		}
	}
	return n, height, nil
}

// merge adds what a "<<" member names: a mapping, or a list of them of which earlier ones win.
func (r *yamlReader) merge(n, from *node) error {
	sources := []*node{from}
	if from.isArray() {
		sources = from.items
	}
	for _, s := range sources {
		if !s.isObject() {
			return errors.New("a merge key needs a mapping")
		}
		if r.count += len(s.keys); r.count > r.limits.nodes {
			return fmt.Errorf("more than %d values, merged ones included", r.limits.nodes)
		}
		for i, k := range s.keys {
			if !n.has(k) {
				n.set(k, s.items[i])
			}
		}
	}
	return nil
}

// scalar types a YAML scalar. What JSON cannot say (infinities) becomes null, what it does not know (dates) text.
func scalar(y *yaml.Node) *node {
	switch y.ShortTag() {
	case "!!null":
		return nullNode
	case "!!bool":
		switch y.Value {
		case "true", "True", "TRUE":
			return trueNode
		case "false", "False", "FALSE":
			return falseNode
		}
	case "!!int", "!!float":
		return yamlNumber(y.Value)
	}
	return stringNode(y.Value)
}

func yamlNumber(text string) *node {
	if isJSONNumber(text) {
		return &node{kind: numberKind, text: text}
	}
	plain := strings.ReplaceAll(text, "_", "")
	if i, err := strconv.ParseInt(strings.TrimPrefix(plain, "+"), 0, 64); err == nil {
		return &node{kind: numberKind, text: strconv.FormatInt(i, 10)}
	}
	f, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		if strings.HasSuffix(strings.ToLower(plain), ".inf") || strings.EqualFold(plain, ".nan") {
			return nullNode
		}
		return stringNode(text)
	}
	return &node{kind: numberKind, text: strconv.FormatFloat(f, 'g', -1, 64)}
}
