import type { SiteConfig } from '#protocol/site-config.ts'

/** The requested keys that exist, as JSON (S7.24, v2). */
export function configAsJson(config: SiteConfig, keyCodes: readonly string[]): Record<string, unknown> {
  const known = new Map<string, unknown>(Object.entries(config))
  return Object.fromEntries([...new Set(keyCodes)].filter((key) => known.has(key)).map((key) => [key, known.get(key)]))
}

/** The same as text (v1): strings unchanged, other values as JSON. */
export function configAsText(config: SiteConfig, keyCodes: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(configAsJson(config, keyCodes)).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}
