import { liveDetailPrefetch } from '#state/data/prefetch.ts'
import { call } from '#transport/client.ts'

/**
 * Prefetches the data of a first screen. Only calls whose responses are the same for everybody and are cached by the
 * worker.
 */
export const requestNews = (): void => void call('news.list', { category: 'all', pageNum: 1 })
export const requestLeagues = (): void => void call('soccer.leagues', {})

/** The match of the room in the URL, which its page needs first. */
export const requestRoom = ({ eid }: Readonly<Record<string, string | undefined>>): void => {
  if (eid !== undefined) liveDetailPrefetch.start({ eid })
}
