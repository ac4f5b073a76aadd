import { liveDetailPrefetch } from '#state/data/prefetch.ts'
import { call } from '#transport/client.ts'

/**
 * Prefetches the data of a first screen. Only calls whose responses are the same for everybody and are cached by the
 * worker.
 */
export const askForNews = (): void => void call('news.list', { category: 'all', pageNum: 1 })
export const askForLeagues = (): void => void call('soccer.leagues', {})

/** The match of the room in the URL, which its page needs first. */
export const askForRoom = ({ eid }: Readonly<Record<string, string | undefined>>): void => {
  if (eid !== undefined) liveDetailPrefetch.start({ eid })
}
