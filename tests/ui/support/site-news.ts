import { subscribeToSiteBanners } from '#state/site/site-banners.ts'
import type { joinRoom } from '#transport/client.ts'
import { batch, NOON, noticeRow } from './feed-fixtures.ts'

/** Ids of the banners that a new subscriber receives for notices with these sequence numbers. */
export function shownAgain(seqs: readonly number[]): string[] {
  const heard: string[] = []
  let send: Parameters<typeof joinRoom>[1]['onMessage'] = () => undefined
  const join: typeof joinRoom = (chatRoomNo, handlers) => {
    send = (message) => handlers.onMessage(message)
    return {
      chatRoomNo,
      say: () => new Promise(() => {}),
      older: () => new Promise(() => {}),
      applied: () => undefined,
      leave: () => undefined,
    }
  }
  const stop = subscribeToSiteBanners(
    ({ id }) => heard.push(id),
    join,
    () => NOON,
  )
  send(batch(seqs.map((seq) => noticeRow(seq, NOON))))
  stop()
  return heard
}
