import fc from 'fast-check'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { type JsonSchema, jsonSchemaOf } from '#server/site/api-docs/wire-schemas.ts'

/** Existing values by field name; with random ones most calls return NOT_FOUND. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const MAX_ITEMS = 3
const MAX_TEXT_LENGTH = 24

function valuesOf(shape: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const options = shape.oneOf ?? shape.anyOf
  if (options) return fc.oneof(...options.map((option) => valuesOf(option, known)))
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  switch (shape.type) {
    case 'object':
      return objectsOf(shape, known)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = MAX_ITEMS } = shape
      return fc.array(valuesOf(items, known), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)),
      })
    }
    case 'string':
      return textsOf(shape)
    case 'integer':
      return integersOf(shape)
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

function objectsOf({ properties = {}, required = [] }: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, shape]) => {
    const invented = valuesOf(shape, known)
    const real = known[name]
    return [name, real ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...real) }, invented) : invented] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] })
}

function textsOf({ pattern, minLength = 0, maxLength = MAX_TEXT_LENGTH }: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT_LENGTH)) })
}

function integersOf({
  minimum,
  exclusiveMinimum,
  maximum = Number.MAX_SAFE_INTEGER,
}: JsonSchema): fc.Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum === undefined ? Number.MIN_SAFE_INTEGER : exclusiveMinimum + 1)
  const small = { min: Math.max(min, 0), max: Math.min(maximum, 20) }
  const wide = fc.oneof(
    fc.constantFrom(min, maximum),
    fc.maxSafeInteger().filter((value) => value >= min && value <= maximum),
  )
  const within = maximum - min < 1_000_000 ? fc.integer({ min, max: maximum }) : wide
  return small.min <= small.max ? fc.oneof(fc.integer(small), within) : within
}

/** Unusual texts; the first ones cannot be stored. */
const TEXTS = fc.oneof(
  fc.constantFrom('\u0000', 'a\u0000b', '\ud800', 'half \udfff of one'),
  fc.constantFrom('', ' ', '-1', '9999', '9999-99-99', '0000-00-00', '0'.repeat(36), '9'.repeat(40), '1e999', 'NaN'),
  fc.constantFrom('x'.repeat(20_000), '看'.repeat(300), "' or 1=1 --", '../../etc/passwd', '__proto__', 'constructor'),
)
const NUMBERS = fc.constantFrom(
  -1,
  0,
  0.5,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 63,
  1e308,
)
const OTHERS = fc.constantFrom<unknown>(
  null,
  true,
  [],
  {},
  ['\u0000'],
  { valueOf: 1 },
  JSON.parse('{"__proto__":{"admin":true}}'),
  JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`),
)

type Path = readonly (string | number)[]

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

function withLeaf(value: unknown, [first, ...rest]: Path, leaf: unknown): unknown {
  if (first === undefined) return leaf
  if (Array.isArray(value)) return value.map((item: unknown, at) => (at === first ? withLeaf(item, rest, leaf) : item))
  const fields = value as Record<string, unknown>
  return { ...fields, [first]: withLeaf(fields[first], rest, leaf) }
}

function valueAt(value: unknown, [first, ...rest]: Path): unknown {
  return first === undefined ? value : valueAt((value as Record<string, unknown>)[first], rest)
}

/** Valid parameters of an endpoint with one hostile value, mostly of the same type, so that validation passes. */
export function paramsOf(name: EndpointName, known: Known): fc.Arbitrary<unknown> {
  const shape = jsonSchemaOf(ENDPOINTS[name].request, 'input')
  const hostile = fc.record({ at: fc.nat(1_000), text: TEXTS, number: NUMBERS, other: OTHERS, isOther: fc.nat(5) })
  return fc.tuple(valuesOf(shape, known), fc.option(hostile, { freq: 5, nil: null })).map(([value, put]) => {
    const leaves = leavesOf(value)
    const path = put ? leaves[put.at % Math.max(1, leaves.length)] : undefined
    if (!put || !path) return value
    const ofKind = typeof valueAt(value, path) === 'number' ? put.number : put.text
    return withLeaf(value, path, put.isOther === 0 ? put.other : ofKind)
  })
}
