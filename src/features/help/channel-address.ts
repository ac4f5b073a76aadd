import type { HelpChannel } from './help-questions.ts'

/** The URL of a channel: a path of this site, an https page, mail or telephone. Returns null for anything else. */
export function channelAddress({ kind, value }: HelpChannel): string | null {
  if (kind === 'email') return /^[^\s@<>"?&]+@[^\s@<>"?&]+$/.test(value) ? `mailto:${value}` : null
  if (kind === 'phone') return /^\+?[\d][\d -]{2,20}$/.test(value) ? `tel:${value.replace(/[ -]/g, '')}` : null
  if (/^\/(?![/\\])/.test(value)) return value
  try {
    const { protocol, href } = new URL(value)
    return protocol === 'https:' ? href : null
  } catch {
    return null
  }
}
