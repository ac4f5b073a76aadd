import * as z from 'zod/mini'
import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from '#protocol/bytes.ts'
import { LabSettings } from '#protocol/worker/lab.ts'
import { type LabResult, LabSummary } from './summary.ts'

/** Longest accepted link, characters after the `#`. */
export const MAX_LINK_LENGTH = 4_096
const PREFIX = 'lab1.'

const Shared = z.object({ settings: LabSettings, summary: z.nullable(LabSummary) })
export type Shared = z.infer<typeof Shared>

/** `none`: the hash is empty. `size`, `format`, `values`: why a link is refused. */
export type SharedLink =
  | { readonly type: 'none' }
  | { readonly type: 'read'; readonly shared: Shared }
  | { readonly type: 'refused'; readonly reason: 'size' | 'format' | 'values' }

/** Returns the settings and a summary as a URL hash, without `#`. */
export function encodeLink(shared: Shared): string {
  return PREFIX + toBase64Url(utf8(JSON.stringify(shared)))
}

/** Reads a hash of {@link encodeLink}, with or without `#`. The content is validated, because anybody can write it. */
export function decodeLink(hash: string): SharedLink {
  const text = hash.replace(/^#/, '')
  if (text === '') return { type: 'none' }
  if (text.length > MAX_LINK_LENGTH) return { type: 'refused', reason: 'size' }
  if (!text.startsWith(PREFIX)) return { type: 'refused', reason: 'format' }
  let value: unknown
  try {
    value = JSON.parse(fromUtf8(fromBase64Url(text.slice(PREFIX.length))))
  } catch {
    return { type: 'refused', reason: 'format' }
  }
  const parsed = Shared.safeParse(value)
  return parsed.success ? { type: 'read', shared: parsed.data } : { type: 'refused', reason: 'values' }
}

/** All results with their readings as JSON. */
export function resultsJson(results: readonly LabResult[], takenAt: Date, userAgent: string): string {
  const runs = results.map(({ summary, samples }) => ({ ...summary, samples }))
  return `${JSON.stringify({ product: 'grandstand', takenAt: takenAt.toISOString(), userAgent, runs }, null, 2)}\n`
}

/** One line per result; without mix and readings. Unknown figures are empty. RFC 4180. */
export function resultsCsv(results: readonly LabResult[]): string {
  const lines = results.map(({ summary }) => {
    const { settings, accounts, ...figures } = summary
    const { mix: _, rate: chosenRate, ...choices } = settings
    return { chosenRate, ...choices, ...figures, ...(accounts ?? NO_ACCOUNTS) }
  })
  const [first] = lines
  if (first === undefined) return ''
  const header = Object.keys(first)
  const body = lines.map((line) => Object.values(line).map((value) => String(value ?? '')))
  return [header, ...body].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

const NO_ACCOUNTS: Readonly<Record<keyof NonNullable<LabSummary['accounts']>, null>> = {
  generated: null,
  shown: null,
  folded: null,
  duplicates: null,
  withdrawn: null,
  released: null,
  missing: null,
  wrong: null,
}

function csvCell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
