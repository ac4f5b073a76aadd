import type { Endpoint } from '#protocol/endpoints/endpoint.ts'

const SEALED_FORM = /^xx=([A-Za-z0-9_-]+)$/
/** Exactly one key, and once: JSON that says it twice is read in two ways by two readers. */
const SEALED_JSON = /^[ \t\r\n]*\{[ \t\r\n]*"xx"[ \t\r\n]*:[ \t\r\n]*"([A-Za-z0-9_-]*)"[ \t\r\n]*\}[ \t\r\n]*$/

/**
 * The sealed text out of a request's body: `{"xx": T}` for JSON rows, `xx=T` for form rows (settled 3).
 *
 * @returns null where the row has no body, undefined when the body has not the form.
 */
export function sealedBodyOf(encoding: Endpoint['encoding'], body: unknown): string | null | undefined {
  if (encoding === 'query') return null
  if (typeof body !== 'string') return undefined
  if (encoding === 'form') return SEALED_FORM.exec(body)?.[1]
  return SEALED_JSON.exec(body)?.[1]
}

/** Parameters of a call in clear, or out of the query string; undefined when they cannot be read. */
export function clearParamsOf(encoding: Endpoint['encoding'], body: unknown, target: string): unknown {
  if (encoding === 'query') return Object.fromEntries(new URLSearchParams(target.split('?')[1] ?? ''))
  return typeof body === 'string' ? parseJson(body) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
