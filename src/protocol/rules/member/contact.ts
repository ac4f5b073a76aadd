import { isSitePath, jumpTarget } from '../jump.ts'

/** Ways to reach customer service (S7.32). */
export const CONTACT_KINDS = ['chat', 'email', 'phone'] as const
type ContactKind = (typeof CONTACT_KINDS)[number]

/** The URL of a contact: a path of this site, an https page, mail or telephone. Returns null for anything else. */
export function contactAddress(kind: ContactKind, value: string): string | null {
  if (kind === 'email') return /^[^\s@<>"?&]+@[^\s@<>"?&]+$/.test(value) ? `mailto:${value}` : null
  if (kind === 'phone') return /^\+?[\d][\d -]{2,20}$/.test(value) ? `tel:${value.replace(/[ -]/g, '')}` : null
  if (isSitePath(value)) return value
  const target = jumpTarget({ jumpType: 2, jumpUrl: value })
  return target.kind === 'outside' ? target.url : null
}
