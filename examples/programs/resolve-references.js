// People write order numbers in their own ways. Find the order behind each reference: try the likely forms one after the
// other, and say for which references none of them exists.
const references = ["#17", "order 300", "ORDER_5", "order-9999", " 42 ", "no number"]

async function firstThatWorks(attempts) {
  const failures = []
  for (const attempt of attempts) {
    try {
      return await attempt()
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, failures.at(-1)?.message ?? "nothing to try")
}

function candidates(reference) {
  const text = reference.trim()
  const number = text.match(/\d+/)?.[0]
  return [...new Set([text, text.toLowerCase(), number && `order_${number}`])].filter(Boolean)
}

const settled = await Promise.allSettled(
  references.map((reference) => firstThatWorks(candidates(reference).map((id) => () => tools.orders.get({ id })))),
)
const found = {}
const unknown = []
settled.forEach(({ status, value, reason }, i) => {
  if (status === "fulfilled") found[references[i]] = { order: value.id, status: value.status }
  else unknown.push({ reference: references[i], tried: reason.errors.length, last: reason.message })
})
return { found, unknown }
