/** A valid value, or a description of what was expected. */
type Reading<Value> = { readonly value: Value } | { readonly problem: string }
export type Rule<Value> = (given: unknown) => Reading<Value>

const expects = (what: string) => ({ problem: `expects ${what}` })

/** An integer from `low` to `high`, inclusive. */
export function wholeNumber(low: number, high: number): Rule<number> {
  const problem = expects(`a whole number from ${low} to ${high}`)
  return (given) =>
    typeof given === 'number' && Number.isInteger(given) && given >= low && given <= high ? { value: given } : problem
}

/** One of these numbers. */
export function oneOf<Choice extends number>(...numbers: readonly Choice[]): Rule<Choice> {
  const problem = expects(numbers.join(' or '))
  return (given) => {
    const value = numbers.find((number) => number === given)
    return value === undefined ? problem : { value }
  }
}

/** One of these names. */
export function oneOfNames<Name extends string>(...names: readonly Name[]): Rule<Name> {
  const problem = expects(names.join(', '))
  return (given) => {
    const value = names.find((name) => name === given)
    return value === undefined ? problem : { value }
  }
}

/** 1 = on, 0 = off. */
export const flag: Rule<number> = oneOf(0, 1)

/** A text that matches `form`. `what` completes the message "expects …". */
export function text(form: RegExp, what: string): Rule<string> {
  const problem = expects(what)
  return (given) => (typeof given === 'string' && form.test(given) ? { value: given } : problem)
}

const ORIGIN = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/

/** `https://host:port` without a path. */
export const origin: Rule<string> = text(ORIGIN, 'an origin, such as https://a.example')

/** An origin, or empty. */
export const originOrNothing: Rule<string> = (given) => (given === '' ? { value: '' } : origin(given))

/** A list of at most `maxItems` items. One invalid item makes the list invalid. */
export function listOf<Item>(item: Rule<Item>, maxItems: number): Rule<readonly Item[]> {
  return (given) => {
    if (!Array.isArray(given) || given.length > maxItems) return expects(`a list of at most ${maxItems} items`)
    const readings = given.map((one: unknown) => item(one))
    const wrong = readings.find((reading) => 'problem' in reading)
    if (wrong) return { problem: `each item ${wrong.problem}` }
    return { value: readings.flatMap((reading) => ('value' in reading ? [reading.value] : [])) }
  }
}

interface Field<Value> {
  readonly rule: Rule<Value>
  /** Default for a missing field. Without it the field is required. */
  readonly missing?: Value
}

/** An object with these fields. Others are omitted. */
export function recordOf<Shape extends object>(fields: {
  readonly [Key in keyof Shape]: Field<Shape[Key]>
}): Rule<Shape> {
  return (given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return expects('an object')
    const values: ReadonlyMap<string, unknown> = new Map(Object.entries(given))
    const read: Partial<Shape> = {}
    for (const key in fields) {
      const { rule, missing } = fields[key]
      const reading: Reading<Shape[typeof key]> =
        !values.has(key) && missing !== undefined ? { value: missing } : rule(values.get(key))
      if ('problem' in reading) return { problem: `${key} ${reading.problem}` }
      read[key] = reading.value
    }
    // Every field was read above.
    return { value: read as Shape }
  }
}
