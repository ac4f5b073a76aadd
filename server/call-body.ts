import type { Endpoint } from '#protocol/endpoints/endpoint.ts'

/**
 * The sealed text out of a request's body: `{"xx": T}` for JSON rows, `xx=T` for form rows (settled 3).
 *
 * @returns null where the row has no body, undefined when the body has not the form.
 */
export function sealedBodyOf(encoding: Endpoint['encoding'], body: unknown): string | null | undefined {
  if (encoding === 'query') return null
  if (typeof body !== 'string') return undefined
  if (encoding === 'form') return /^xx=([A-Za-z0-9_-]+)$/.exec(body)?.[1]
  const parsed = parseJson(body)
  if (typeof parsed !== 'object' || parsed === null || !('xx' in parsed)) return undefined
  return typeof parsed.xx === 'string' && Object.keys(parsed).length === 1 ? parsed.xx : undefined
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
