import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallBinding } from '#protocol/envelope.ts'
import { LogicalHeaders, signText } from '#protocol/headers.ts'
import type { KeySession } from './key-sessions.ts'

/** Parses the JSON of an opened part; undefined if it is invalid or was not opened. */
export function jsonOf(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The logical headers of an opened head (settled 4), or null. */
export function readHead(text: string | null): LogicalHeaders | null {
  const parsed = LogicalHeaders.safeParse(jsonOf(text))
  return parsed.success ? parsed.data : null
}

/** Returns what in the sealed head contradicts the session or the clear part, or null. */
export function mismatch(headers: LogicalHeaders, session: KeySession, binding: CallBinding): string | null {
  if (headers.timestamp !== binding.timestamp) return 'timestamp'
  if (headers['site-id'] !== session.siteId) return 'site'
  const text = signText(headers, binding.method, binding.target)
  const expected = createHmac('sha256', session.signKey).update(text).digest('hex')
  const isSigned = headers.sign.length === expected.length && timingSafeEqual(ascii(headers.sign), ascii(expected))
  return isSigned ? null : 'sign'
}

/** Bytes for a constant-time comparison: one per character. */
function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
