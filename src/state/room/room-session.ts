import type { Failure, Result } from '#protocol/result.ts'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import type { RoomEntered } from '#protocol/worker/api.ts'
import { randomId } from '#lib/random-id.ts'
import { serverNow } from '#transport/client.ts'
import type { RoomHandle } from '#transport/room.ts'
import { joinRoom } from '#transport/client.ts'
import { loadCoins } from '../session/coins.ts'
import { hasRoomAtom } from '../connection.ts'
import { tellRoomBatches } from '../effects/effects-feed.ts'
import { applyMessages, roomEntered, roomOpened } from '../feed/feed.ts'
import { forgetWhoLeaves } from '../feed/feed-member.ts'
import { createFeedPump } from '../feed/feed-pump.ts'
import { stopReading } from '../feed/feed-reading.ts'
import type { FeedState } from '../feed/feed-state.ts'
import { EMPTY_FEED } from '../feed/feed-state.ts'
import {
  dismissOwn,
  failedLine,
  sayAcknowledged,
  sayAgain,
  sayFailed,
  sayPending,
  withUnsaid,
} from '../feed/feed-own.ts'
import { memberAtom } from '../session/session.ts'
import type { OwnItem } from '../feed/feed-items.ts'
import { isBlocked } from '../feed/feed-items.ts'
import type { GiftTrays } from '../effects/gift-trays.ts'
import { giftPosted, giftTraysAtom, NO_TRAYS, wasTapped } from '../effects/gift-trays.ts'
import { keepUnsaid } from '../feed/keep-unsaid.ts'
import { createOlderLoader } from '../feed/load-older.ts'
import { changeFeedAtom, feedAtom } from './room.ts'
import { store } from '../store.ts'
import { wordsOnTheWayAtom } from '../feed/words-on-the-way.ts'

/** Gifts older than this are history: they are rows of the list and raise no tray. */
const TRAY_FRESH_MS = 5_000

/** What a member says: words, perhaps in answer to others, or a sticker with its name. */
export type Words = Pick<OwnItem, 'text' | 'reply' | 'sticker'>

/** What a screen can do in the room that is open. */
export interface RoomSession {
  /** Shows the line at once and sends it. Resolves with the server's verdict; a refusal leaves a failed line. */
  say(message: Words): Promise<Result<{ id: string; seq: number }>>
  /** Sends a failed line again, under its cid. */
  sayAgain(cid: string): Promise<void>
  /** Takes a failed line away. */
  dismiss(cid: string): void
  /** Puts older rows before the list that is being read. */
  loadOlder(): Promise<void>
  leave(): void
}

/** The joining call, injected for tests. */
export type JoinRoom = typeof joinRoom

/** None of them, in the lanes that there are. */
const noTrays = ({ most }: GiftTrays): GiftTrays => ({ ...NO_TRAYS, most })

function raiseTrays(messages: readonly FeedMessage[], now: number): void {
  const { blocked } = store.get(feedAtom)
  const before = store.get(giftTraysAtom)
  let trays = before
  let hasSpentElsewhere = false
  for (const message of messages) {
    if (message.type !== 'batch') continue
    for (const row of message.rows) {
      if (row.kind !== 'gift' || isBlocked(row, blocked)) continue
      if (now - row.at >= TRAY_FRESH_MS) continue
      trays = giftPosted(trays, row, now)
      if (row.isMine && !wasTapped(before, row.data.comboId)) hasSpentElsewhere = true
    }
  }
  store.set(giftTraysAtom, trays)
  // Its answer, with the balance, went to another window of this member.
  if (hasSpentElsewhere) void loadCoins()
}

/**
 * Opens a room: its feed flows into `feedAtom` until `leave`. `onFailure` is called when it cannot be entered or ends.
 */
export function openRoom(
  chatRoomNo: string,
  onFailure: (failure: Failure) => void,
  join: JoinRoom = joinRoom,
): RoomSession {
  const change = (step: (feed: FeedState) => FeedState) => store.set(changeFeedAtom, step)
  let hasEntered = false
  let early: FeedMessage[] = []
  let handle: RoomHandle | null = null

  const unsaid = keepUnsaid(chatRoomNo)
  const pump = createFeedPump(
    (messages) => {
      const lines = unsaid.take()
      change((feed) => withUnsaid(applyMessages(feed, messages), lines))
      raiseTrays(messages, serverNow())
      tellRoomBatches(messages, store.get(feedAtom).blocked)
    },
    (lastSeq, batches) => handle?.applied(lastSeq, batches),
  )

  function enter(entered: RoomEntered): void {
    change((feed) => roomEntered(feed, entered))
    hasEntered = true
    early.forEach((message) => pump.push(message))
    early = []
  }

  change((feed) => roomOpened(feed, chatRoomNo))
  store.set(hasRoomAtom, true)
  store.set(giftTraysAtom, noTrays)
  handle = join(chatRoomNo, {
    // The port can be faster than the answer that the room is open: what comes before it waits for its snapshot.
    onMessage: (message) => (hasEntered ? pump.push(message) : void early.push(message)),
    onEntered: enter,
    onFailure,
  })
  const open = handle
  const stopForgetting = forgetWhoLeaves()

  async function send(cid: string, { text, reply, sticker }: Words, isAgain = false): ReturnType<RoomSession['say']> {
    const memberId = store.get(memberAtom)?.userId
    const whose = memberId === undefined ? {} : { memberId }
    store.set(wordsOnTheWayAtom, (count) => count + 1)
    const result = await open.say({
      cid,
      text,
      ...whose,
      ...(reply && { replyTo: reply.id }),
      ...(sticker && { sticker }),
      ...(isAgain && { isAgain }),
    })
    store.set(wordsOnTheWayAtom, (count) => count - 1)
    if (result.ok) unsaid.said(cid)
    change((feed) => (result.ok ? sayAcknowledged(feed, cid, result.data.seq) : sayFailed(feed, cid, result)))
    return result
  }

  return {
    say({ text, reply, sticker }) {
      const cid = randomId()
      const words = { text, reply, ...(sticker && { sticker }) }
      change((feed) => sayPending(stopReading(feed), { cid, ...words }))
      return send(cid, words)
    },
    async sayAgain(cid) {
      const failed = failedLine(store.get(feedAtom), cid)
      if (failed === null) return
      change((feed) => stopReading(sayAgain(feed, cid)))
      await send(cid, failed, true)
    },
    dismiss: (cid) => change((feed) => dismissOwn(feed, cid)),
    loadOlder: createOlderLoader(chatRoomNo, (beforeSeq) => open.older(beforeSeq)),
    leave() {
      pump.stop()
      unsaid.stop()
      stopForgetting()
      open.leave()
      store.set(hasRoomAtom, false)
      // The next room must not begin with this one's lines.
      change((feed) => ({ ...EMPTY_FEED, filter: feed.filter, blocked: feed.blocked }))
      store.set(giftTraysAtom, noTrays)
    },
  }
}
