import { CODES } from '#protocol/codes.ts'
import { findFailed } from '#state/feed/outgoing.ts'
import { readMore, startReading, stopReading } from '#state/feed/reading.ts'
import type { Load } from './load.ts'
import type { LogEntries } from './log-entries.ts'
import type { Random } from './random.ts'
import type { Tally } from './tally.ts'
import type { Trace } from './trace.ts'
import type { Viewer } from './viewer.ts'

const ANCHOR_ROOM = 'a2001'
/** Share of the member's messages that send a failed one again. */
const RETRY_SHARE = 0.3

/** State of a call that may be charged; `asked` = pending. */
type Giving = 'asked' | 'charged' | 'not confirmed'

/** Actions during a fault run: a member sends messages and gifts, an administrator moderates, a reader scrolls back. */
export class Acts {
  private readonly gifts = new Map<string, Giving>()
  /** Pending messages and gifts. */
  private readonly speaking: Promise<unknown>[] = []

  constructor(
    private readonly seed: number,
    private readonly random: Random,
    private readonly trace: Trace,
    private readonly tally: Tally,
  ) {}

  /** Resolves when all requests have a response. */
  async acknowledged(): Promise<void> {
    await Promise.all(this.speaking)
  }

  async speak(viewer: Viewer): Promise<void> {
    const number = viewer.speeches.length
    const failed = viewer.speeches.find(({ cid, result }) => result?.ok === false && findFailed(viewer.state, cid))
    // The response may be slow; the next message is typed meanwhile.
    const saying =
      failed && this.random.chance(RETRY_SHARE)
        ? viewer.retry(failed)
        : viewer.say(`cid-${this.seed}-${number}`.padEnd(12, '-'), `我说的第${number}句`)
    this.speaking.push(saying.then(({ ok }) => ok && this.tally.add('speeches')))
  }

  async give(viewer: Viewer): Promise<void> {
    const comboId = `combo-${this.seed}-${this.gifts.size}`
    this.gifts.set(comboId, 'asked')
    const idempotencyKey = `${comboId}-`.padEnd(22, 'k')
    const params = { giftId: 1, count: 1, anchorRoomId: ANCHOR_ROOM, comboId }
    const giving = async () => {
      const given = await viewer.client.calls.call('gift.reward', params, { idempotencyKey })
      this.gifts.set(comboId, given.ok ? 'charged' : 'not confirmed')
      if (given.ok) this.tally.add('gifts')
      else this.trace.add('gifts', `${comboId}: ${given.code}`)
    }
    this.speaking.push(giving())
  }

  async administer({ client }: Viewer, member: Viewer, load: Load, chatRoomNo: string): Promise<void> {
    const { random } = this
    const base = { chatRoomNo }
    const roll = random.next()
    const [id] = load.recentTexts(random.between(1, 20))
    const mine = member.speeches.findLast(({ result }) => result?.ok)?.result
    const remove = async (ids: string[]) => {
      const removed = await client.calls.call('chatroom.operation', { ...base, type: 'delete', ids })
      if (removed.ok) this.tally.add('deletions')
      return removed
    }
    const result =
      roll < 0.4 && id !== undefined
        ? await remove([id])
        : roll < 0.5 && mine?.ok
          ? await remove([mine.data.id])
          : roll < 0.7
            ? await client.calls.call('chatroom.operation', {
                ...base,
                type: 'pin',
                text: `置顶 ${random.between(1, 99)}`,
              })
            : await client.calls.call('chatroom.setup', {
                ...base,
                setup: { welcomeText: `欢迎 ${random.between(1, 99)}` },
              })
    if (!result.ok && result.code !== CODES.NOT_FOUND) this.trace.add('admin', `refused: ${result.code}`)
  }

  async read(viewer: Viewer): Promise<void> {
    const roll = this.random.next()
    if (roll < 0.35) viewer.change(startReading)
    else if (roll < 0.6) viewer.change(readMore)
    else if (roll < 0.8) await viewer.loadOlder()
    else viewer.change(stopReading)
  }

  /** Checks that each gift has a response, and is in the log once if confirmed, otherwise at most once. */
  checkGifts(log: LogEntries): string[] {
    return [...this.gifts].flatMap(([comboId, giving]) => {
      const found = log.entries.filter((entry) => entry.kind === 'gift' && entry.data['comboId'] === comboId).length
      if (giving === 'asked') return [`no word about gift ${comboId}`]
      return found > 1 || (giving === 'charged' && found === 0) ? [`gift ${comboId} is there ${found} times`] : []
    })
  }
}
