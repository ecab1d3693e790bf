// Package orderbook is a small in-memory shop with a few hundred orders. It gives the command's --demo mode and the
// examples tools to call; its contents are the same every time.
package orderbook

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/neurocode-ai/codemode/tools"
)

// A Book is a shop: orders of customers for products.
type Book struct {
	orders    []Order
	customers []Customer
	products  []Product
}

// Order is one order.
type Order struct {
	ID         string    `json:"id" jsonschema:"description=Order number such as order_42"`
	CustomerID string    `json:"customerId"`
	Status     string    `json:"status" jsonschema:"enum=open,enum=shipped,enum=complete,enum=cancelled"`
	Placed     time.Time `json:"placed"`
	Lines      []Line    `json:"lines"`
}

// Line is one position of an order.
type Line struct {
	SKU      string  `json:"sku"`
	Quantity int     `json:"quantity"`
	Price    float64 `json:"price" jsonschema:"description=Price of one piece in EUR"`
}

// Customer is a customer.
type Customer struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Country string `json:"country" jsonschema:"description=ISO 3166 country code"`
	Tier    string `json:"tier" jsonschema:"enum=standard,enum=gold"`
}

// Product is a product and what is in stock of it.
type Product struct {
	SKU   string  `json:"sku"`
	Name  string  `json:"name"`
	Price float64 `json:"price"`
	Stock int     `json:"stock" jsonschema:"description=Pieces in the warehouse"`
}

// New returns the shop: 320 orders, 40 customers, 25 products.
func New() *Book {
	b := &Book{}
	r := lcg(7)
	countries := []string{"DE", "FR", "NL", "SE", "PL"}
	for i := range 40 {
		tier := "standard"
		if i%5 == 0 {
			tier = "gold"
		}
		b.customers = append(b.customers, Customer{fmt.Sprintf("customer_%d", i+1), fmt.Sprintf("Customer %d", i+1), countries[i%len(countries)], tier})
	}
	things := []string{"lamp", "chair", "desk", "shelf", "rug"}
	colours := []string{"oak", "white", "black", "green", "blue"}
	for i := range 25 {
		b.products = append(b.products, Product{
			SKU:   fmt.Sprintf("SKU-%03d", i+1),
			Name:  colours[i/5] + " " + things[i%5],
			Price: float64(900+r.next(40000)) / 100,
			Stock: r.next(60),
		})
	}
	statuses := []string{"open", "shipped", "complete", "complete", "complete", "cancelled", "open", "shipped"}
	start := time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)
	for i := range 320 {
		o := Order{
			ID:         fmt.Sprintf("order_%d", i+1),
			CustomerID: b.customers[r.next(len(b.customers))].ID,
			Status:     statuses[r.next(len(statuses))],
			Placed:     start.Add(time.Duration(i) * 7 * time.Hour),
		}
		for range 1 + r.next(4) {
			p := b.products[r.next(len(b.products))]
			o.Lines = append(o.Lines, Line{p.SKU, 1 + r.next(5), p.Price})
		}
		b.orders = append(b.orders, o)
	}
	return b
}

// lcg is a linear congruential generator: fixed data need no randomness.
type lcg uint32

func (r *lcg) next(n int) int {
	*r = *r*1664525 + 1013904223
	return int(uint32(*r)>>8) % n
}

// ListInput selects orders.
type ListInput struct {
	Status     string `json:"status,omitempty" jsonschema:"enum=open,enum=shipped,enum=complete,enum=cancelled,description=Only orders in this state"`
	CustomerID string `json:"customerId,omitempty" jsonschema:"description=Only orders of this customer"`
	Page       int    `json:"page,omitempty" jsonschema:"minimum=0,description=Page number from 0"`
	PageSize   int    `json:"pageSize,omitempty" jsonschema:"minimum=1,maximum=100,default=50"`
}

// ListOutput is one page of orders.
type ListOutput struct {
	Orders []Order `json:"orders"`
	Total  int     `json:"total" jsonschema:"description=Number of orders on all pages"`
	More   bool    `json:"more" jsonschema:"description=Whether there is another page"`
}

// IDInput names one thing.
type IDInput struct {
	ID string `json:"id"`
}

// SKUInput names a product.
type SKUInput struct {
	SKU string `json:"sku" jsonschema:"pattern=^SKU-[0-9]{3}$"`
}

// SearchInput is a search for customers.
type SearchInput struct {
	Name    string `json:"name,omitempty" jsonschema:"description=Part of the name"`
	Country string `json:"country,omitempty"`
}

// Tools returns the tool tree over the shop.
func (b *Book) Tools() tools.Tree {
	return tools.Tree{
		"orders": tools.Tree{
			"list": tools.New("List orders, newest last, one page at a time", b.list),
			"get": tools.New("Look up an order by ID", func(_ context.Context, in IDInput) (Order, error) {
				return find(b.orders, "order", in.ID, func(o Order) string { return o.ID })
			}),
		},
		"customers": tools.Tree{
			"get": tools.New("Look up a customer by ID", func(_ context.Context, in IDInput) (Customer, error) {
				return find(b.customers, "customer", in.ID, func(c Customer) string { return c.ID })
			}),
			"search": tools.New("Find customers by name or country", b.search),
		},
		"products": tools.Tree{
			"get": tools.New("Look up a product and its stock by SKU", func(_ context.Context, in SKUInput) (Product, error) {
				return find(b.products, "product", in.SKU, func(p Product) string { return p.SKU })
			}),
			"list": tools.New("List all products", func(context.Context, struct{}) ([]Product, error) { return b.products, nil }),
		},
	}
}

func find[T any](all []T, what, id string, key func(T) string) (T, error) {
	for _, x := range all {
		if key(x) == id {
			return x, nil
		}
	}
	var none T
	return none, tools.Errorf("There is no %s %q", what, id)
}

func (b *Book) list(_ context.Context, in ListInput) (ListOutput, error) {
	if in.PageSize == 0 {
		in.PageSize = 50
	}
	var hits []Order
	for _, o := range b.orders {
		if (in.Status == "" || o.Status == in.Status) && (in.CustomerID == "" || o.CustomerID == in.CustomerID) {
			hits = append(hits, o)
		}
	}
	from := min(in.Page, len(hits)) * in.PageSize
	from = min(from, len(hits))
	to := min(from+in.PageSize, len(hits))
	return ListOutput{Orders: append([]Order{}, hits[from:to]...), Total: len(hits), More: to < len(hits)}, nil
}

func (b *Book) search(_ context.Context, in SearchInput) ([]Customer, error) {
	found := []Customer{}
	for _, c := range b.customers {
		if strings.Contains(strings.ToLower(c.Name), strings.ToLower(in.Name)) && (in.Country == "" || c.Country == in.Country) {
			found = append(found, c)
		}
	}
	return found, nil
}
