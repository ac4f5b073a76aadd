import type { EntryAuthor } from '#protocol/room/feed.ts'
import type { Appended, EntryDraft } from '#server/rooms/log/entries.ts'
import type { Random } from './random.ts'
import type { ServerProcess } from './server-process.ts'
import type { Happening } from './tally.ts'

const AUTHORS = 12
/** Number of authors whose messages may all be deleted. */
const DELETED_AUTHORS = 2
const WORDS = [
  '好球',
  '这脚传得漂亮',
  '门将站住了',
  '再来一个',
  '角球',
  '换人吧',
  '稳住',
  '太近了',
  '裁判看到了吗',
  '反击',
]

export type OrderDraft = Extract<EntryDraft, { kind: 'order' }>

export function authorOf(number: number, vipLevel: number): EntryAuthor {
  const userId = `crowd-${number}`
  return {
    venueName: 'YB',
    siteId: 5009,
    siteSeries: 5000,
    memberId: userId,
    memberName: `看客${number}`,
    vipLevel,
    userId,
    level: 3,
  }
}

/** Appends entries to rooms. */
export type Appender = Pick<ServerProcess, 'append' | 'revertFirst'>

/** Random load of a room: texts, orders and reverts, gifts, deletions. Seeded. */
export class Load {
  /** Recent texts and orders that can be deleted or reverted. */
  private readonly texts: Appended[] = []
  private orders: Appended[] = []
  private sent = 0

  constructor(
    private readonly server: Appender,
    private readonly chatRoomNo: string,
    private readonly random: Random,
    private readonly happened: (what: Happening, count?: number) => void,
  ) {}

  /** The ids of the newest texts of the crowd. */
  recentTexts(count: number): string[] {
    return this.texts.slice(-count).map(({ id }) => id)
  }

  /** Appends a few entries in one write. Rejects while the server is down. */
  async turn(mention: string | null): Promise<void> {
    const { random } = this
    const roll = random.next()
    if (roll < 0.04) {
      await this.server.revertFirst(this.chatRoomNo, this.order())
      this.happened('reverts')
    } else if (roll < 0.1 && this.orders.length > 0) {
      const order = random.pick(this.orders)
      this.orders = this.orders.filter((one) => one !== order)
      await this.append([{ kind: 'revert', data: { orderId: order.id } }])
      this.happened('reverts')
    } else if (roll < 0.13 && this.texts.length > 0) {
      await this.append([{ kind: 'delete', data: { ids: [random.pick(this.texts).id] } }])
      this.happened('deletions')
    } else if (roll < 0.14) {
      await this.append([{ kind: 'delete', data: { userId: `crowd-${random.between(1, DELETED_AUTHORS)}` } }])
      this.happened('deletions')
    } else if (roll < 0.22) {
      const [order] = await this.append([this.order()])
      if (order) this.orders = [...this.orders, order].slice(-20)
    } else {
      const drafts = Array.from({ length: random.between(1, 4) }, () => this.something(mention))
      const done = await this.append(drafts)
      const texts = done.filter((_, place) => drafts[place]?.kind === 'text')
      this.happened('texts', texts.length)
      this.texts.push(...texts)
      this.texts.splice(0, Math.max(0, this.texts.length - 60))
    }
  }

  private append(drafts: readonly EntryDraft[]): Promise<Appended[]> {
    return this.server.append(this.chatRoomNo, drafts)
  }

  private order(): OrderDraft {
    const itemName = this.random.pick(['主胜', '平局', '客胜'])
    const message = { categoryName: '足球', itemName, score: '1:0', teamLogo: '/art/a.svg' }
    return { kind: 'order', data: { message, odds: this.random.between(1_100, 4_000) }, author: this.author() }
  }

  private author(): EntryAuthor {
    const number = this.random.between(1, AUTHORS)
    return authorOf(number, number % 8)
  }

  private something(mention: string | null): EntryDraft {
    const { random } = this
    this.sent += 1
    const roll = random.next()
    if (roll < 0.05) return { kind: 'system', data: { text: `第${this.sent}条通知` } }
    if (roll < 0.12) return { kind: 'gift', data: this.gift(), author: this.author() }
    const text = `${random.pick(WORDS)} ${this.sent}`
    const mentions = mention !== null && random.chance(0.05) ? { mentions: [mention] } : {}
    return { kind: 'text', data: { text, ...mentions }, author: this.author() }
  }

  private gift(): Extract<EntryDraft, { kind: 'gift' }>['data'] {
    const id = `crowd-gift-${this.sent}`
    const gift = { giftId: 1, giftName: '鲜花', giftIcon: '/art/flower.svg', count: 1, comboCount: 1, total: 1 }
    return { ...gift, giftOrderNo: id, comboId: id }
  }
}
