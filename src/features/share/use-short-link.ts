import { useServerData } from '#state/data/use-server-data.ts'

/** The absolute short URL of a path (S7.35), or the full URL if there is none. Null while it is requested. */
export function useShortLink(path: string | null): string | null {
  const { data, failure } = useServerData('site.shortUrl', path === null ? null : { url: path })
  if (path === null) return null
  if (data) return location.origin + data.shortUrl
  return failure ? location.origin + path : null
}
