import type { LocalCache } from '#protocol/endpoints/endpoint.ts'

/** S7.19, S7.20: site, token, path, and those parameters that the row names, sorted by name. */
export function cacheKey(siteId: number, token: string, path: string, rules: LocalCache, params: unknown): string {
  const given: Readonly<Record<string, unknown>> = typeof params === 'object' && params !== null ? { ...params } : {}
  const pairs = rules.paramKeys
    .toSorted()
    .flatMap((name) => (Object.hasOwn(given, name) && given[name] !== undefined ? [[name, given[name]]] : []))
  return JSON.stringify([siteId, token, path, pairs])
}
