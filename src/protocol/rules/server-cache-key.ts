/**
 * S7.21-S7.23, settled 27: under which key a token-free answer is kept on the server: site, cacheKey and parameters, the
 * latter sorted by name. Null = not kept, because `venueEnName` contains AG (case-sensitive).
 */
export function serverCacheKey(
  siteId: number,
  cacheKey: string,
  params: Readonly<Record<string, unknown>>,
): string | null {
  const { venueEnName } = params
  if (typeof venueEnName === 'string' && venueEnName.includes('AG')) return null
  const pairs = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `${siteId}|${cacheKey}|${JSON.stringify(pairs)}`
}
