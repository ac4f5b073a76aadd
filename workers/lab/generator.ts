import type { EntryAuthor } from '#protocol/room/feed.ts'
import { type MessageKind, MSG_TYPES } from '#protocol/room/kinds.ts'
import { STICKERS } from '#protocol/rules/stickers.ts'
import type { LabMix, LabSettings } from '#protocol/worker/lab.ts'
import phrases from './phrases.json' with { type: 'json' }

const AUTHORS = 500
/** Copies and withdrawals refer to one of this many newest messages. */
const RECENT_MESSAGES = 200
/** Share of members above VIP 4. */
const HIGH_VIP_SHARE = 0.08

/** Role of an entry in the accounts of a run. */
export type EntryRole = 'message' | 'copy' | 'deletion' | 'revert'

export interface GeneratedEntry {
  readonly id: string
  readonly role: EntryRole
  readonly kind: MessageKind
  /** The entry as the server writes it into a frame. */
  readonly json: string
}

interface GeneratedAuthor {
  readonly memberName: string
  /** The author fields of an entry as JSON, without braces. */
  readonly fields: string
}

const textData = (text: string) => JSON.stringify({ text })
const TEXTS = phrases.texts.map(textData)
const EMOJI_TEXTS = phrases.emoji.flatMap((emoji) => phrases.texts.map((text) => textData(text + emoji)))
const STICKER_DATA = STICKERS.map(({ id, alt }) => JSON.stringify({ sticker: id, alt }))

export type GeneratorSettings = Pick<LabSettings, 'mix' | 'duplicates' | 'withdrawals'>

/**
 * Generates log entries of a busy room. The same seed gives the same entries. Used by the lab page and by the benches.
 */
export class EntryGenerator {
  readonly #settings: GeneratorSettings
  readonly #prefix: string
  readonly #random: () => number
  readonly #kinds: readonly { readonly kind: keyof LabMix; readonly upTo: number }[]
  readonly #authors: readonly GeneratedAuthor[]
  /** Newest messages, a ring. */
  readonly #recent: (GeneratedEntry | undefined)[] = []
  #messages = 0
  #entries = 0

  /** `prefix` of all ids: generators whose entries go to the same room have different ones. */
  constructor(settings: GeneratorSettings, prefix = 'lab', seed = 20_000) {
    this.#settings = settings
    this.#prefix = prefix
    this.#random = seededRandom(seed)
    this.#kinds = cumulative(settings.mix)
    this.#authors = Array.from({ length: AUTHORS }, (_, index) => {
      const author = this.#author(index)
      return { memberName: author.memberName, fields: JSON.stringify(author).slice(1, -1) }
    })
  }

  /** The next entry. `at` is its time, epoch milliseconds. */
  next(at: number): GeneratedEntry {
    const percent = this.#random() * 100
    const { duplicates, withdrawals } = this.#settings
    const earlier = percent < duplicates + withdrawals ? this.#recent[this.#below(RECENT_MESSAGES)] : undefined
    this.#entries += 1
    if (earlier === undefined) return this.#message(at)
    return percent < duplicates ? { ...earlier, role: 'copy' } : this.#withdrawal(earlier, at)
  }

  #message(at: number): GeneratedEntry {
    const id = `${this.#prefix}-${this.#messages}`
    const { kind, data } = this.#content(id)
    // Concatenated, because 100,000 entries per second are generated beside their compression.
    const head = `{"id":"${id}","at":${at},"content":{"msgType":${MSG_TYPES[kind]}},"data":`
    const json = `${head}${data},${this.#pick(this.#authors).fields}}`
    const entry: GeneratedEntry = { id, role: 'message', kind, json }
    this.#recent[this.#messages % RECENT_MESSAGES] = entry
    this.#messages += 1
    return entry
  }

  /** Deletes a message or reverts an order. Each message is withdrawn at most once. */
  #withdrawal(target: GeneratedEntry, at: number): GeneratedEntry {
    this.#recent[this.#recent.indexOf(target)] = undefined
    const isOrder = target.kind === 'order'
    const kind = isOrder ? 'revert' : 'delete'
    const id = `${this.#prefix}-w${this.#entries}`
    const data = isOrder ? { orderId: target.id } : { ids: [target.id] }
    const json = JSON.stringify({ id, at, content: { msgType: MSG_TYPES[kind] }, data })
    return { id, role: isOrder ? 'revert' : 'deletion', kind, json }
  }

  /** Kind and data of a message; the data as JSON. */
  #content(id: string): { readonly kind: MessageKind; readonly data: string } {
    const share = this.#random()
    const { kind } = this.#kinds.find(({ upTo }) => share < upTo) ?? { kind: 'text' }
    switch (kind) {
      case 'text':
        return { kind, data: this.#pick(TEXTS) }
      case 'emoji':
        return { kind: 'text', data: this.#pick(EMOJI_TEXTS) }
      case 'reply':
        return { kind: 'text', data: JSON.stringify({ text: this.#pick(phrases.texts), reply: this.#reply() }) }
      case 'sticker':
        return { kind: 'image', data: this.#pick(STICKER_DATA) }
      case 'gift':
        return { kind, data: JSON.stringify(this.#gift(id)) }
      case 'order':
        return { kind, data: JSON.stringify(this.#order()) }
    }
  }

  #reply(): object {
    const { memberName } = this.#pick(this.#authors)
    return { id: `${this.#prefix}-${Math.max(0, this.#messages - 1)}`, memberName, text: this.#pick(phrases.texts) }
  }

  /** Every gift is a combo of its own, so that each one is a row. */
  #gift(id: string): object {
    const gift = this.#pick(phrases.gifts)
    return { giftOrderNo: id, ...gift, count: 1, comboId: id, comboCount: 1, total: 10 }
  }

  #order(): object {
    const message = {
      categoryName: '全场独赢',
      itemName: `${this.#pick(phrases.teams)} 胜`,
      score: '2:1',
      teamLogo: '/art/crest-beigang.svg',
    }
    return { message, odds: 1_620 }
  }

  #author(index: number): EntryAuthor {
    const isHigh = this.#random() < HIGH_VIP_SHARE
    return {
      venueName: 'OBTY',
      siteId: 5009,
      siteSeries: 5000,
      memberId: `lab-m${index}`,
      memberName: `${this.#pick(phrases.surnames)}${this.#pick(phrases.names)}`,
      vipLevel: isHigh ? 5 + this.#below(5) : this.#below(5),
      userId: `lab-m${index}`,
      level: 1 + this.#below(30),
    }
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #pick<Value>(values: readonly Value[]): Value {
    const value = values[this.#below(values.length)]
    if (value === undefined) throw new RangeError('nothing to choose from')
    return value
  }
}

function cumulative(mix: LabMix): { kind: keyof LabMix; upTo: number }[] {
  const kinds = Object.keys(mix) as (keyof LabMix)[]
  const total = kinds.reduce((sum, kind) => sum + mix[kind], 0)
  let sum = 0
  return kinds
    .filter((kind) => mix[kind] > 0)
    .map((kind) => {
      sum += mix[kind]
      return { kind, upTo: sum / total }
    })
}

/** A pseudo-random sequence of 0 <= x < 1 (mulberry32). Not for secrets. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
