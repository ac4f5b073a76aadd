/** Query parameters of a media URL. */
export type MediaQuery = Readonly<Record<string, string>>

/** Values of a repeated parameter are joined with a comma, so that neither a signature nor a number is valid twice. */
export function readQuery(search: string): MediaQuery {
  const query: Record<string, string> = Object.create(null)
  for (const [key, value] of new URLSearchParams(search)) {
    const earlier = query[key]
    query[key] = earlier === undefined ? value : `${earlier},${value}`
  }
  return query
}

export function searchOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** Parameters that playlist entries must repeat to be authorized: all except HLS directives. */
export function suffixOf(query: MediaQuery): string {
  const retained = Object.entries(query).filter(([key]) => !key.startsWith('_HLS_'))
  return retained.length === 0 ? '' : `?${new URLSearchParams(retained).toString()}`
}

/** A non-negative integer without sign, leading zeros or blanks; undefined if absent, null if invalid. */
export function readCount(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null
}
