import type { Endpoint } from '#protocol/endpoints/endpoint.ts'

const SEALED_FORM = /^xx=([A-Za-z0-9_-]+)$/
/** Exactly one key, once: parsers disagree about duplicate keys. */
const SEALED_JSON = /^[ \t\r\n]*\{[ \t\r\n]*"xx"[ \t\r\n]*:[ \t\r\n]*"([A-Za-z0-9_-]*)"[ \t\r\n]*\}[ \t\r\n]*$/

/**
 * Returns the sealed text of a body: `{"xx": T}` for JSON endpoints, `xx=T` for form endpoints (settled 3).
 *
 * @returns null if the endpoint has no body, undefined if the body is malformed
 */
export function sealedBodyOf(encoding: Endpoint['encoding'], body: unknown): string | null | undefined {
  if (encoding === 'query') return null
  if (typeof body !== 'string') return undefined
  if (encoding === 'form') return SEALED_FORM.exec(body)?.[1]
  return SEALED_JSON.exec(body)?.[1]
}

/** Parameters of a call in clear, or of the query string; undefined if they cannot be parsed. */
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
