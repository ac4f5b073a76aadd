import {
  countOf,
  type JsonObject,
  type LogFormat,
  type LogRecord,
  listOf,
  numberOf,
  objectOf,
  type Price,
  priceOf,
  textOf,
} from './events.ts'
import { one, parseJsonLines } from './lines.ts'

/** Symbols before an amount. Other prefixes are ISO 4217 codes, such as `PLN 10.00`. */
const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  CA$: 'CAD',
  A$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  NT$: 'TWD',
  MX$: 'MXN',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '￥': 'JPY',
  'CN¥': 'CNY',
  '₩': 'KRW',
  '₹': 'INR',
  '₱': 'PHP',
  '₫': 'VND',
  '₪': 'ILS',
  '฿': 'THB',
  '₺': 'TRY',
  '₴': 'UAH',
  '₽': 'RUB',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
}

/** An amount as displayed, for example `$5.00`, `¥1,000` or `10,00 €`. */
function displayedPrice(text: string | null): Price | null {
  const number = /\d[\d.,\s]*/.exec(text ?? '')?.[0]?.replace(/\s/g, '') ?? ''
  const symbol = (text ?? '').replace(/[\d.,\s]/g, '')
  // A separator with exactly two digits at the end is the decimal one.
  const [, whole = number, cents = '00'] = /^(.*)[.,](\d{2})$/.exec(number) ?? []
  const currency = CURRENCIES[symbol] ?? (/^[A-Z]{3}$/.test(symbol) ? symbol : null)
  return number === '' ? null : priceOf(`${whole.replace(/[.,]/g, '')}.${cents}`, currency)
}

const simple = (value: unknown): string | null => textOf(objectOf(value)['simpleText']) ?? textOf(runsText(value))

/** Text with emoji: a custom one by its first shortcut, another by its character. */
function runsText(value: unknown): string {
  return listOf(objectOf(value)['runs'])
    .map((run) => {
      const { text, emoji } = objectOf(run)
      if (typeof text === 'string') return text
      const { emojiId, isCustomEmoji, shortcuts } = objectOf(emoji)
      const shortcut = textOf(listOf(shortcuts)[0])
      return (isCustomEmoji === true ? shortcut : textOf(emojiId)) ?? shortcut ?? ''
    })
    .join('')
}

/** Times before the start of the stream have the offset 0 and a negative text. */
function timeOf(offset: number, renderer: JsonObject): number {
  const [, hours = '0', minutes, seconds] =
    /^-(?:(\d+):)?(\d+):(\d+)$/.exec(simple(renderer['timestampText']) ?? '') ?? []
  if (minutes === undefined || seconds === undefined || offset > 0) return offset
  return -1000 * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

const authorOf = (renderer: JsonObject) => ({
  user: simple(renderer['authorName']),
  account: textOf(renderer['authorExternalChannelId']),
})

/** Items that a viewer wrote. The text of others is that of a notice. */
const WRITTEN_ITEMS: ReadonlySet<string> = new Set([
  'liveChatTextMessageRenderer',
  'liveChatPaidMessageRenderer',
  'liveChatPaidStickerRenderer',
  'liveChatMembershipItemRenderer',
])

function itemRecord(item: JsonObject, offset: number, line: number): LogRecord {
  const [kind = ''] = Object.keys(item)
  const renderer = objectOf(item[kind])
  const at = timeOf(offset, renderer)
  const author = authorOf(renderer)
  if (kind === 'liveChatSponsorshipsGiftPurchaseAnnouncementRenderer') {
    const header = objectOf(objectOf(renderer['header'])['liveChatSponsorshipsHeaderRenderer'])
    const count = countOf(/\d+/.exec(simple(header['primaryText']) ?? '')?.[0])
    const account = author.account
    return one(line, {
      type: 'gift',
      at,
      user: simple(header['authorName']),
      account,
      name: 'membership',
      count,
      price: null,
    })
  }
  if (!WRITTEN_ITEMS.has(kind)) return { line, skip: 'notice' }
  const text = textOf(runsText(renderer['message']))
  const spoken = text === null ? [] : [{ type: 'message' as const, at, ...author, text, id: textOf(renderer['id']) }]
  if (kind === 'liveChatPaidMessageRenderer' || kind === 'liveChatPaidStickerRenderer') {
    const price = displayedPrice(simple(renderer['purchaseAmountText']))
    const name = kind === 'liveChatPaidMessageRenderer' ? 'paid message' : 'paid sticker'
    return { line, events: [...spoken, { type: 'gift', at, ...author, name, count: 1, price }] }
  }
  if (spoken.length > 0) return { line, events: spoken }
  return { line, skip: kind === 'liveChatTextMessageRenderer' ? 'no-text' : 'notice' }
}

function actionRecord(action: JsonObject, offset: number | null, line: number): LogRecord {
  if ('addLiveChatTickerItemAction' in action) return { line, skip: 'repeat' }
  const item = objectOf(objectOf(action['addChatItemAction'])['item'])
  const removed = objectOf(action['removeChatItemAction'] ?? action['markChatItemAsDeletedAction'])['targetItemId']
  const banned = objectOf(action['removeChatItemByAuthorAction'] ?? action['markChatItemsByAuthorAsDeletedAction'])
  const [id, account] = [textOf(removed), textOf(banned['externalChannelId'])]
  const isKnown = Object.keys(item).length > 0 || id !== null || account !== null
  if (!isKnown) return { line, skip: 'notice' }
  if (offset === null) return { line, skip: 'no-time' }
  if (id !== null) return one(line, { type: 'deletion', at: offset, target: { id } })
  if (account !== null) return one(line, { type: 'deletion', at: offset, target: { account } })
  return itemRecord(item, offset, line)
}

/** Live chat of YouTube: one object per line, each with actions and a time. The time of a running stream is outside. */
export const ytDlp: LogFormat = {
  name: 'yt-dlp',
  title: 'yt-dlp live chat (*.live_chat.json)',
  detect: (head) => /^\s*\{/.test(head) && head.includes('"replayChatItemAction"'),
  open: (sink) =>
    parseJsonLines(sink, (value, line) => {
      const replayed = objectOf(value['replayChatItemAction'])
      const offset = numberOf(replayed['videoOffsetTimeMsec'] ?? value['videoOffsetTimeMsec'])
      const actions = listOf(replayed['actions'])
      if (actions.length === 0) sink({ line, skip: 'notice' })
      for (const action of actions) sink(actionRecord(objectOf(action), offset, line))
    }),
}
