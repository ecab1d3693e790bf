// This file lists the keywords of JSON Schema that are met most often.

package discovery

// keyword returns the strings that schemas are full of, so that they need no memory of their own.
func keyword(raw []byte) string {
	switch string(raw) {
	case "type":
		return "type"
	case "properties":
		return "properties"
	case "required":
		return "required"
	case "description":
		return "description"
	case "items":
		return "items"
	case "enum":
		return "enum"
	case "format":
		return "format"
	case "default":
		return "default"
	case "$ref":
		return "$ref"
	case "$defs":
		return "$defs"
	case "definitions":
		return "definitions"
	case "additionalProperties":
		return "additionalProperties"
	case "anyOf":
		return "anyOf"
	case "oneOf":
		return "oneOf"
	case "allOf":
		return "allOf"
	case "const":
		return "const"
	case "title":
		return "title"
	case "minimum":
		return "minimum"
	case "maximum":
		return "maximum"
	case "minLength":
		return "minLength"
	case "maxLength":
		return "maxLength"
	case "minItems":
		return "minItems"
	case "maxItems":
		return "maxItems"
	case "pattern":
		return "pattern"
	case "deprecated":
		return "deprecated"
	case "string":
		return "string"
	case "integer":
		return "integer"
	case "number":
		return "number"
	case "boolean":
		return "boolean"
	case "object":
		return "object"
	case "array":
		return "array"
	case "null":
		return "null"
	case "id":
		return "id"
	case "name":
		return "name"
	}
	return ""
}
