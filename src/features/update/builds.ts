/** The build id of this page; empty in development. */
export function currentBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="grandstand-build"]')?.content ?? ''
}

/** The build id that the server serves; null if unknown. Never rejects. */
export async function servedBuild(): Promise<string | null> {
  try {
    const response = await fetch('/build.json', { cache: 'no-store', credentials: 'omit' })
    return response.ok ? buildIn(await response.json()) : null
  } catch {
    return null
  }
}

/** Reads the build id from a response; null if it has none. */
export function buildIn(response: unknown): string | null {
  const build = typeof response === 'object' && response !== null && 'build' in response ? response.build : null
  return typeof build === 'string' && /^[0-9a-f]{16}$/.test(build) ? build : null
}

/** Returns whether the served build differs from this page's and was not postponed by the viewer. */
export function isNewBuild(served: string | null, own: string, putOff: string | null): boolean {
  return served !== null && own !== '' && served !== own && served !== putOff
}
