package stdlib_test

// This file tests the languages beyond those of intl_test.go, with the values of Node.

import (
	"strings"
	"testing"
)

func TestMoreLanguages(t *testing.T) {
	const program = `const d = new Date(1709647629045), l = "LOCALE"; return [(-1234567.891).toLocaleString(l),
		(1234.5).toLocaleString(l, { style: "currency", currency: "EUR" }), (0.256).toLocaleString(l, { style: "percent", maximumFractionDigits: 1 }),
		d.toLocaleString(l), d.toLocaleDateString(l, { dateStyle: "full" }), d.toLocaleDateString(l, { month: "short", day: "numeric" }),
		new Intl.RelativeTimeFormat(l).format(-3, "day"), new Intl.ListFormat(l).format(["a", "b", "c"]),
		(2.5).toLocaleString(l, { style: "unit", unit: "hour", unitDisplay: "long" }), (15300).toLocaleString(l, { notation: "compact" }),
		new Intl.DateTimeFormat(l).resolvedOptions().locale]`
	for locale, want := range map[string]string{
		"da": "[\"-1.234.567,891\",\"1.234,50\u00a0€\",\"25,6\u00a0%\",\"5.3.2024, 14.07.09\",\"tirsdag den 5. marts 2024\",\"5. mar.\",\"for 3 dage siden\",\"a, b og c\",\"2,5 timer\",\"15\u00a0t\",\"da\"]",
		"nb": "[\"\u22121\u00a0234\u00a0567,891\",\"1\u00a0234,50\u00a0€\",\"25,6\u00a0%\",\"5.3.2024, 14:07:09\",\"tirsdag 5. mars 2024\",\"5. mars\",\"for 3 døgn siden\",\"a, b og c\",\"2,5 timer\",\"15k\",\"nb\"]",
		"fi": "[\"\u22121\u00a0234\u00a0567,891\",\"1\u00a0234,50\u00a0€\",\"25,6\u00a0%\",\"5.3.2024 klo 14.07.09\",\"tiistai 5. maaliskuuta 2024\",\"5.3.\",\"3 päivää sitten\",\"a, b ja c\",\"2,5 tuntia\",\"15\u00a0t.\",\"fi\"]",
		"pl": "[\"-1\u00a0234\u00a0567,891\",\"1234,50\u00a0€\",\"25,6%\",\"5.03.2024, 14:07:09\",\"wtorek, 5 marca 2024\",\"5 mar\",\"3 dni temu\",\"a, b i c\",\"2,5 godziny\",\"15\u00a0tys.\",\"pl\"]",
		"cs": "[\"-1\u00a0234\u00a0567,891\",\"1\u00a0234,50\u00a0€\",\"25,6\u00a0%\",\"5. 3. 2024 14:07:09\",\"úterý 5. března 2024\",\"5. 3.\",\"před 3 dny\",\"a, b a\u00a0c\",\"2,5 hodiny\",\"15\u00a0tis.\",\"cs\"]",
		"ru": "[\"-1\u00a0234\u00a0567,891\",\"1\u00a0234,50\u00a0€\",\"25,6\u00a0%\",\"05.03.2024, 14:07:09\",\"вторник, 5 марта 2024 г.\",\"5 мар.\",\"3 дня назад\",\"a, b и c\",\"2,5 часа\",\"15\u00a0тыс.\",\"ru\"]",
		"uk": "[\"-1\u00a0234\u00a0567,891\",\"1\u00a0234,50\u00a0EUR\",\"25,6%\",\"05.03.2024, 14:07:09\",\"вівторок, 5 березня 2024 р.\",\"5 бер.\",\"3 дні тому\",\"a, b і c\",\"2,5 години\",\"15\u00a0тис.\",\"uk\"]",
		"tr": "[\"-1.234.567,891\",\"€1.234,50\",\"%25,6\",\"05.03.2024 14:07:09\",\"5 Mart 2024 Salı\",\"5 Mar\",\"3 gün önce\",\"a, b ve c\",\"2,5 saat\",\"15\u00a0B\",\"tr\"]",
	} {
		check(t, [][2]string{{strings.ReplaceAll(program, "LOCALE", locale), want}})
	}
}
