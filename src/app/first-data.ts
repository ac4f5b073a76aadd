import { liveDetailPrefetch } from '#state/data/prefetch.ts'
import { call } from '#transport/client.ts'

/** Asks ahead for what a screen shows first. Only calls whose answers are everybody's and stay in the worker's cache. */
export const askForNews = (): void => void call('news.list', { category: 'all', pageNum: 1 })
export const askForLeagues = (): void => void call('soccer.leagues', {})

/** What the room of the address is: the first thing that its page has to know. */
export const askForRoom = ({ eid }: Readonly<Record<string, string | undefined>>): void => {
  if (eid !== undefined) liveDetailPrefetch.start({ eid })
}
