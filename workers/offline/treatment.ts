import { isPagePath } from '#protocol/page-paths.ts'

/** `asset`: code, styles and fonts named by their content. `page`: the one page application. `none`: not touched at all. */
export type Treatment = 'asset' | 'page' | 'none'

export interface RequestFacts {
  readonly method: string
  readonly url: string
  readonly mode: string
}

/**
 * What the shell's keeper does with a request. Calls, sockets, media, blobs, vendors, art and everything else that is not
 * named here pass by untouched, so that nothing of a member can be kept.
 */
export function treatmentOf({ method, url, mode }: RequestFacts, origin: string): Treatment {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return 'none'
  if (mode === 'navigate') return isPagePath(address.pathname) ? 'page' : 'none'
  return /^\/assets\/[\w.~-]+\.(?:js|css|woff2)$/.test(address.pathname) && address.search === '' ? 'asset' : 'none'
}
