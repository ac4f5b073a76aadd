/** The build that this page is of; empty in development. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="grandstand-build"]')?.content ?? ''
}

/** The build that the server serves now; null when it does not say. Never rejects. */
export async function servedBuild(): Promise<string | null> {
  try {
    const answer = await fetch('/build.json', { cache: 'no-store', credentials: 'omit' })
    return answer.ok ? buildIn(await answer.json()) : null
  } catch {
    return null
  }
}

/** Reads the answer; whatever is no name of a build is none. */
export function buildIn(answer: unknown): string | null {
  const build = typeof answer === 'object' && answer !== null && 'build' in answer ? answer.build : null
  return typeof build === 'string' && /^[0-9a-f]{16}$/.test(build) ? build : null
}

/** Whether another build than this page's is served, which the viewer has not put off. */
export function isNews(served: string | null, own: string, putOff: string | null): boolean {
  return served !== null && own !== '' && served !== own && served !== putOff
}
