const PREFIXES = ['news/', 'soccer/', 'info/'].map((part) => `/api/site/game/newsoccer/${part}`)

/** S7.15: calls for news, soccer and tips go to the news domain. */
export function isNewsPath(path: string): boolean {
  return PREFIXES.some((prefix) => path.startsWith(prefix))
}
