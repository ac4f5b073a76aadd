import { type LogFormat, type LogRecord, numberOf, textOf } from './events.ts'
import { detached, one, parseLines } from './lines.ts'

/** Escapes of tag values: https://ircv3.net/specs/extensions/message-tags */
const ESCAPES: Readonly<Record<string, string>> = { ':': ';', s: ' ', '\\': '\\', r: '\r', n: '\n' }

const unescapeTag = (value: string): string =>
  value.includes('\\') ? value.replace(/\\(.?)/gs, (_, escaped: string) => ESCAPES[escaped] ?? escaped) : value

interface IrcMessage {
  readonly tags: ReadonlyMap<string, string>
  readonly nick: string
  readonly command: string
  readonly parameters: readonly string[]
}

/** One message: `@tags :nick!user@host COMMAND parameters :text`. Text before the tags, as loggers add, is ignored. */
function parseMessage(line: string): IrcMessage | null {
  const [, tagText = '', nick = '', command = '', rest = ''] =
    /(?:^|\s)(?:@(\S+) +)?:([^\s!]+)(?:!\S*)? +([A-Z]+|\d{3})(?: (.*))?$/s.exec(line) ?? []
  if (command === '') return null
  const tags = new Map(
    tagText.split(';').map((tag) => {
      const equals = tag.indexOf('=')
      return equals < 0 ? [tag, ''] : [tag.slice(0, equals), unescapeTag(tag.slice(equals + 1))]
    }),
  )
  const colon = rest.startsWith(':') ? 0 : rest.indexOf(' :')
  const words = (colon < 0 ? rest : rest.slice(0, colon)).split(' ').filter(Boolean)
  const trailing = colon < 0 ? [] : [rest.slice(colon === 0 ? 1 : colon + 2)]
  return { tags, nick, command, parameters: [...words, ...trailing] }
}

/** `/me` is sent as an action between control characters. */
const spokenText = (text: string | undefined): string | null => keptText(text?.replace(ACTION, '$1'))

function keptText(value: unknown): string | null {
  const text = textOf(value)
  return text === null ? null : detached(text)
}
const ACTION = /^\u0001ACTION ([\s\S]*?)\u0001?$/ // oxlint-disable-line no-control-regex

function messageRecord({ tags, nick, parameters }: IrcMessage, at: number, line: number): LogRecord {
  const text = spokenText(parameters[1])
  if (text === null) return { line, skip: 'no-text' }
  const account = detached(nick)
  const author = { user: keptText(tags.get('display-name')) ?? account, account }
  const spoken = { type: 'message' as const, at, ...author, text, id: keptText(tags.get('id')) }
  const bits = numberOf(tags.get('bits')) ?? 0
  if (bits <= 0) return { line, events: [spoken] }
  const price = { hundredths: bits, currency: 'USD' }
  return { line, events: [spoken, { type: 'gift', at, ...author, name: 'bits', count: 1, price }] }
}

/** Subscriptions with the text of the subscriber, and gifts of subscriptions. The log does not say their price. */
function userNotice({ tags, parameters }: IrcMessage, at: number, line: number): LogRecord {
  const kind = tags.get('msg-id')
  const account = keptText(tags.get('login'))
  const author = { user: keptText(tags.get('display-name')) ?? account, account }
  // One notice for the giver, then one for each gift.
  if (kind === 'submysterygift') return { line, skip: 'repeat' }
  if (kind === 'subgift') {
    return one(line, { type: 'gift', at, ...author, name: 'subscription', count: 1, price: null })
  }
  const text = spokenText(parameters[1])
  if (text === null) return { line, skip: 'notice' }
  return one(line, { type: 'message', at, ...author, text, id: keptText(tags.get('id')) })
}

const USED_COMMANDS: ReadonlySet<string> = new Set(['PRIVMSG', 'USERNOTICE', 'CLEARMSG', 'CLEARCHAT'])

function recordOf(message: IrcMessage, line: number): LogRecord {
  const { tags, command, parameters } = message
  if (!USED_COMMANDS.has(command)) return { line, skip: 'notice' }
  const at = numberOf(tags.get('tmi-sent-ts'))
  if (at === null) return { line, skip: 'no-time' }
  if (command === 'PRIVMSG') return messageRecord(message, at, line)
  if (command === 'USERNOTICE') return userNotice(message, at, line)
  if (command === 'CLEARCHAT') {
    const account = textOf(parameters[1])
    return one(line, { type: 'deletion', at, target: account === null ? 'all' : { account } })
  }
  const id = textOf(tags.get('target-msg-id'))
  return id === null ? { line, skip: 'damaged' } : one(line, { type: 'deletion', at, target: { id } })
}

/** JSON and XML. Some loggers write `[time]` or `<`, for the direction, before each line. */
const OTHER_FORMAT = /^\s*(?:\{|\[\s*[[{"\]]|<[?!/\w])/
const SERVER_LINE = /tmi-sent-ts=\d|:tmi\.twitch\.tv |@\S+\.tmi\.twitch\.tv /
/** Lines without an event that keep the connection open. */
const KEEP_ALIVE = /(?:^|\s)P[IO]NG\b/

/** Lines of Twitch's chat server with tags. The zero is the first time of the log. */
export const twitchIrc: LogFormat = {
  name: 'twitch-irc',
  title: 'Twitch IRC with tags',
  detect: (head) => SERVER_LINE.test(head) && !OTHER_FORMAT.test(head),
  open: (sink) => {
    let zero: number | null = null
    return parseLines(sink, (text, line) => {
      const trimmed = text.replace(/\r$/, '')
      const message = parseMessage(trimmed)
      if (message === null) return sink({ line, skip: KEEP_ALIVE.test(trimmed) ? 'notice' : 'damaged' })
      const record = recordOf(message, line)
      if ('skip' in record) return sink(record)
      const from = (zero ??= record.events[0]?.at ?? 0)
      sink({ line, events: record.events.map((event) => ({ ...event, at: event.at - from })) })
    })
  },
}
