/** Query parameters of a media address; a repeated parameter keeps its first value. */
export type MediaQuery = Readonly<Record<string, string>>

export function readQuery(search: string): MediaQuery {
  const query: Record<string, string> = Object.create(null)
  for (const [key, value] of new URLSearchParams(search)) query[key] ??= value
  return query
}

/** The part of an address behind `?`, or an empty text. */
export function searchOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** What playlist entries must repeat so that they are authorised too: everything but the directives of HLS itself. */
export function suffixOf(query: MediaQuery): string {
  const kept = Object.entries(query).filter(([key]) => !key.startsWith('_HLS_'))
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`
}

/** A whole number from 0 without sign, leading zeros or blanks; undefined when absent, null when it is anything else. */
export function readCount(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null
}
