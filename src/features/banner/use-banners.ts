import type { Banner } from '#protocol/endpoints/site.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'

export type BannerPosition = 'home' | 'live'

/** The banners of a place (S7.27): by v2; by v1 where v2 fails or knows nothing of the place. */
export function useBanners(position: BannerPosition): ServerData<readonly Banner[]> {
  const newer = useCachedData('site.queryBannersNew', { positions: [position] })
  const own = newer.data?.[position] ?? null
  const isOlderAsked = own === null && (newer.failure !== null || newer.data !== null)
  const older = useCachedData('site.queryBanners', isOlderAsked ? { position } : null)
  const retry = () => {
    newer.retry()
    older.retry()
  }
  if (own !== null) return { ...newer, data: own, retry }
  if (isOlderAsked) return { ...older, data: older.data?.list ?? null, retry }
  return { ...newer, data: null, retry }
}
