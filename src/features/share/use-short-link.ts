import { useServerData } from '#state/data/use-server-data.ts'

/**
 * The short address of a path of this site (S7.35), with the origin of the page before it; the long one when there is
 * no short one to be had. Null while it is being asked for.
 */
export function useShortLink(path: string | null): string | null {
  const { data, failure } = useServerData('site.shortUrl', path === null ? null : { url: path })
  if (path === null) return null
  if (data) return location.origin + data.shortUrl
  return failure ? location.origin + path : null
}
