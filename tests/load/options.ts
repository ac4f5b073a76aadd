import { parseArgs } from 'node:util'

export const USAGE = `npm run load -- --room EID [--replay FILE --speed N | --rate N] [--seconds S] [--viewers N] [--url URL]

Loads a room of a running demo server and measures what a viewer gets.
  --room EID      the room, as in /app/live/EID (2001)
  --replay FILE   a recorded chat log: JSON lines {t (ms), user?, text}; lines without a user are spread over 2,000 members
  --speed N       how many times faster than recorded (1)
  --rate N        instead of a log: N made-up messages a second
  --seconds S     stop after S seconds (a log: at its end; a rate: 30)
  --viewers N     viewers with the whole transport, in this process (1)
  --url URL       where the server is (HOST and PORT; http://127.0.0.1:8080)
The load token is read from LOAD_TOKEN, else from the data folder (DATA_DIR, ./data); it exists in demo mode only and lifts
address, rate and duplicate limits. All four may stand in .env.`

export interface LoadOptions {
  readonly url: string
  readonly room: string
  readonly replayFile: string | null
  readonly speed: number
  readonly rate: number
  readonly seconds: number | null
  readonly viewers: number
}

/**
 * @param serverUrl used without --url; null if unknown
 * @throws an error that names the option and its expected value
 */
export function readOptions(args: readonly string[], serverUrl: string | null): LoadOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      room: { type: 'string', default: '2001' },
      replay: { type: 'string' },
      speed: { type: 'string', default: '1' },
      rate: { type: 'string' },
      seconds: { type: 'string' },
      viewers: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) throw new Error(USAGE)
  if (values.replay === undefined && values.rate === undefined) throw new Error(`Give --replay or --rate.\n\n${USAGE}`)
  const number = (name: string, text: string, low: number, high: number): number => {
    const value = Number(text)
    if (!Number.isFinite(value) || value < low || value > high) {
      throw new Error(`--${name} expects a number from ${low} to ${high}, not "${text}"`)
    }
    return value
  }
  return {
    url: originOf(values.url ?? serverUrl),
    room: values.room,
    replayFile: values.replay ?? null,
    speed: number('speed', values.speed, 0.01, 10_000),
    rate: values.rate === undefined ? 0 : number('rate', values.rate, 0.1, 50_000),
    seconds: values.seconds === undefined ? null : number('seconds', values.seconds, 1, 86_400),
    viewers: number('viewers', values.viewers, 0, 500),
  }
}

function originOf(url: string | null): string {
  if (url === null) throw new Error('PORT is 0: say with --url where the server is')
  if (!URL.canParse(url)) throw new Error(`--url expects an address, like http://127.0.0.1:8080, not "${url}"`)
  return new URL(url).origin
}
