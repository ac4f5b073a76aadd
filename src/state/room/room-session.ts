import { CODES } from '#protocol/codes.ts'
import { type Failure, failure, type Result } from '#protocol/result.ts'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import type { RoomEntered } from '#protocol/worker/api.ts'
import { roomText } from '#messages/zh/room.ts'
import { randomId } from '#lib/random-id.ts'
import { joinRoom, serverNow } from '#transport/client.ts'
import type { RoomHandle } from '#transport/room.ts'
import { hasRoomAtom } from '../data/connection.ts'
import { EMPTY_TRAYS, giftPosted, type GiftTrays, giftTraysAtom, wasTapped } from '../effects/gift-trays.ts'
import { publishRoomBatches } from '../effects/room-effects.ts'
import { applyMessages, roomEntered, roomOpened, withOwnRows } from '../feed/apply-batch.ts'
import { changeFeedAtom, feedAtom, pendingSendsAtom } from '../feed/feed-atoms.ts'
import { createFeedPump, type FeedPump } from '../feed/feed-pump.ts'
import { EMPTY_FEED, type FeedState, isBlocked, type OutgoingMessage } from '../feed/feed-state.ts'
import { openOutbox } from '../feed/outbox.ts'
import {
  acknowledgeOutgoing,
  addOutgoing,
  addUnsent,
  dismissFailed,
  failOutgoing,
  findFailed,
  findRepeated,
  isOutboxFull,
  removeMemberData,
  retryOutgoing,
} from '../feed/outgoing.ts'
import { createOlderLoader, stopReading } from '../feed/reading.ts'
import { loadCoins } from '../session/coins.ts'
import { memberAtom } from '../session/session.ts'
import { store } from '../store.ts'

/** Gifts older than this count as history and show no tray. */
const FRESH_GIFT_MS = 5_000

/** Content of a message: text, perhaps in reply to another message, or a sticker with its name. */
export type MessageContent = Pick<OutgoingMessage, 'text' | 'reply' | 'sticker'>

/** The open room. */
export interface RoomSession {
  /**
   * Shows the message at once and sends it. Resolves with the server's result; after a refusal it shows as failed. A message
   * that repeats a failed one is that message, sent again.
   */
  say(message: MessageContent): Promise<Result<{ id: string; seq: number }>>
  /** Sends a failed message again, under its cid. */
  sayAgain(cid: string): Promise<void>
  /** Removes a failed message. */
  dismiss(cid: string): void
  /** Loads older rows into the list that is being read. */
  loadOlder(): Promise<void>
  leave(): void
}

/** The function that joins a room, injected for tests. */
type JoinRoom = typeof joinRoom

/** Result of a message that is not accepted, because there are too many unsent ones. Its text stays in the composer. */
const outboxFull = () => failure(CODES.CHAT_TOO_FAST, roomText('chat.outboxFull'))

const change = (step: (feed: FeedState) => FeedState) => store.set(changeFeedAtom, step)

/** Opens a room. Its feed is written to `feedAtom` until `leave`. Calls `onFailure` if it cannot be entered, or ends. */
export function openRoom(
  chatRoomNo: string,
  onFailure: (failure: Failure) => void,
  join: JoinRoom = joinRoom,
): RoomSession {
  const outbox = openOutbox(chatRoomNo)
  const { handle, pump } = connect(chatRoomNo, onFailure, join, () => outbox.restore())
  const stopWatchingMember = removeDataOnMemberChange()

  async function send(cid: string, content: MessageContent, isAgain = false): ReturnType<RoomSession['say']> {
    const { text, reply, sticker } = content
    const memberId = store.get(memberAtom)?.userId
    outbox.save()
    store.set(pendingSendsAtom, (count) => count + 1)
    const result = await handle.say({
      cid,
      text,
      ...(memberId !== undefined && { memberId }),
      ...(reply && { replyTo: reply.id }),
      ...(sticker && { sticker }),
      ...(isAgain && { isAgain }),
    })
    store.set(pendingSendsAtom, (count) => count - 1)
    if (result.ok) outbox.remove(cid, memberId)
    change((feed) => (result.ok ? acknowledgeOutgoing(feed, cid, result.data.seq) : failOutgoing(feed, cid, result)))
    outbox.save()
    return result
  }

  return {
    async say({ text, reply, sticker }) {
      const content = { text, reply, ...(sticker && { sticker }) }
      const repeated = findRepeated(store.get(feedAtom), content)
      if (repeated === null && isOutboxFull(store.get(feedAtom))) return outboxFull()
      const cid = repeated?.cid ?? randomId()
      change((feed) => addOutgoing(stopReading(feed), { cid, ...content }))
      return send(cid, content, repeated !== null)
    },
    async sayAgain(cid) {
      const failed = findFailed(store.get(feedAtom), cid)
      if (failed === null) return
      change((feed) => stopReading(retryOutgoing(feed, cid)))
      await send(cid, failed, true)
    },
    dismiss(cid) {
      change((feed) => dismissFailed(feed, cid))
      outbox.save()
    },
    loadOlder: createOlderLoader(chatRoomNo, (beforeSeq) => handle.older(beforeSeq)),
    leave() {
      pump.stop()
      outbox.close()
      stopWatchingMember()
      handle.leave()
      store.set(hasRoomAtom, false)
      change((feed) => ({ ...EMPTY_FEED, filter: feed.filter, blocked: feed.blocked }))
      store.set(giftTraysAtom, clearTrays)
    },
  }
}

/** Joins the room and applies its messages to the feed, the gift trays and the effects. */
function connect(
  chatRoomNo: string,
  onFailure: (failure: Failure) => void,
  join: JoinRoom,
  restoreUnsent: () => readonly OutgoingMessage[],
): { handle: RoomHandle; pump: FeedPump } {
  let hasEntered = false
  let early: FeedMessage[] = []
  let handle: RoomHandle | null = null
  const pump = createFeedPump(
    (received) => {
      const unsent = restoreUnsent()
      const messages = withOwnRows(received, store.get(memberAtom)?.userId)
      change((feed) => addUnsent(applyMessages(feed, messages), unsent))
      showTrays(messages, serverNow())
      publishRoomBatches(messages, store.get(feedAtom).blocked)
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
  store.set(giftTraysAtom, clearTrays)
  const joined = join(chatRoomNo, {
    // Messages can arrive before the response that the room is open. They wait for its snapshot.
    onMessage: (message) => (hasEntered ? pump.push(message) : void early.push(message)),
    onEntered: enter,
    onFailure,
  })
  handle = joined
  return { handle: joined, pump }
}

/** Shows the gift trays of fresh postings. */
function showTrays(messages: readonly FeedMessage[], now: number): void {
  const { blocked } = store.get(feedAtom)
  const before = store.get(giftTraysAtom)
  let trays = before
  let hasSpentElsewhere = false
  for (const message of messages) {
    if (message.type !== 'batch') continue
    for (const row of message.rows) {
      if (row.kind !== 'gift' || isBlocked(row, blocked)) continue
      if (now - row.at >= FRESH_GIFT_MS) continue
      trays = giftPosted(trays, row, now)
      if (row.isMine && !wasTapped(before, row.data.comboId)) hasSpentElsewhere = true
    }
  }
  store.set(giftTraysAtom, trays)
  // The response with the new balance went to another window of this member.
  if (hasSpentElsewhere) void loadCoins()
}

/** Removes all trays and keeps the number of slots. */
const clearTrays = ({ slots }: GiftTrays): GiftTrays => ({ ...EMPTY_TRAYS, slots })

/** Removes a member's data from the feed when the signed-in member changes. Returns the unsubscribe function. */
export function removeDataOnMemberChange(): () => void {
  let userId = store.get(memberAtom)?.userId
  return store.sub(memberAtom, () => {
    const next = store.get(memberAtom)?.userId
    if (next === userId) return
    if (userId !== undefined) change(removeMemberData)
    userId = next
  })
}
