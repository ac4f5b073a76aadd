/** What a value was read as, or in words what it should have been. */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string }
export type Rule<Value> = (given: unknown) => Reading<Value>

const expects = (what: string) => ({ problem: `expects ${what}` })

/** A whole number from `low` to `high`, both included. */
export function wholeNumber(low: number, high: number): Rule<number> {
  const problem = expects(`a whole number from ${low} to ${high}`)
  return (given) =>
    typeof given === 'number' && Number.isInteger(given) && given >= low && given <= high ? { value: given } : problem
}

/** One of these numbers and no other. */
export function oneOf(...numbers: readonly number[]): Rule<number> {
  const problem = expects(numbers.join(' or '))
  return (given) => (typeof given === 'number' && numbers.includes(given) ? { value: given } : problem)
}

/** 1 = on, 0 = off. */
export const flag: Rule<number> = oneOf(0, 1)

/** A text of this form. `what` completes the sentence "expects …". */
export function text(form: RegExp, what: string): Rule<string> {
  const problem = expects(what)
  return (given) => (typeof given === 'string' && form.test(given) ? { value: given } : problem)
}

const ORIGIN = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/

/** `https://host:port` with nothing behind it. */
export const origin: Rule<string> = text(ORIGIN, 'an origin, such as https://a.example')

/** An origin, or empty. */
export const originOrNothing: Rule<string> = (given) => (given === '' ? { value: '' } : origin(given))

/** A list of at most so many items that are all of this kind; one that is not spoils the list. */
export function listOf<Item>(item: Rule<Item>, most: number): Rule<readonly Item[]> {
  return (given) => {
    if (!Array.isArray(given) || given.length > most) return expects(`a list of at most ${most} items`)
    const readings = given.map((one: unknown) => item(one))
    const wrong = readings.find((reading) => 'problem' in reading)
    if (wrong) return { problem: `each item ${wrong.problem}` }
    return { value: readings.flatMap((reading) => ('value' in reading ? [reading.value] : [])) }
  }
}

interface Field<Value> {
  readonly rule: Rule<Value>
  /** Stands in for a field that is not there; without it the field is needed. */
  readonly missing?: Value
}

/** An object with these fields; others are left out. */
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
