import * as util from 'node:util'
import { configured, requireNode, requirePackage, stop } from './preflight.mjs'
import { openServerModules } from './server-modules.mjs'

/**
 * `npm run ingest-key -- --room 2001 [--hours 4]`: prints URL and key with which a publisher (OBS, ffmpeg) sends the
 * video of a room. The key is signed with the server's secret, so it is valid for every server with INGEST=1 on this
 * data folder. The server checks it, and that the room exists, when publishing starts: rooms change every day.
 */
const LONGEST_HOURS = 31 * 24
const HOUR_MS = 3_600_000
const USAGE = 'Usage: npm run ingest-key -- --room 2001 [--hours 4]'

requireNode()
const { room, hours } = readArguments()
requirePackage('vite', 'read the configuration')
process.env.MODE = configured('MODE') ?? 'demo'
process.env.INGEST = '1'

const { load, close } = await openServerModules()

try {
  const { readConfig, readEnvironment } = await load('/server/config/config.ts')
  const { readSecrets } = await load('/server/config/secrets.ts')
  const { signStreamKey, signingKeyOf } = await load('/server/media/ingest/stream-key.mjs')
  const config = readConfig(readEnvironment(process.env))
  if (config.mode === 'production') throw new Error('In production no feed of matches is connected: there are no rooms')
  const signingKey = signingKeyOf(config.ingest.secret ?? readSecrets(config).secret)
  const expiresAt = Date.now() + hours * HOUR_MS
  const key = signStreamKey(signingKey, `a${room}`, expiresAt)
  const server = `rtmp://127.0.0.1:${config.ingest.port === 0 ? '<port>' : config.ingest.port}/live`
  const lines = [
    `Room ${room}`,
    `Good until:  ${new Date(expiresAt).toISOString()}`,
    `Server:      ${server}`,
    `Stream key:  ${key}`,
    `Address:     ${server}/${key}`,
    ...(config.ingest.port === 0 ? ['INGEST_PORT is 0: <port> is the one that the server names when it starts.'] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  stop(error.message)
} finally {
  await close()
}

function readArguments() {
  try {
    const options = { room: { type: 'string' }, hours: { type: 'string', default: '4' } }
    const { values } = util.parseArgs({ options })
    const hours = Number(values.hours)
    if (values.room === undefined) return stop(USAGE)
    if (!/^\d{1,12}$/.test(values.room)) return stop(`--room is the number of a room. ${USAGE}`)
    if (!(hours > 0 && hours <= LONGEST_HOURS)) return stop(`--hours is a number up to ${LONGEST_HOURS}. ${USAGE}`)
    return { room: values.room, hours }
  } catch (error) {
    return stop(`${error.message}. ${USAGE}`)
  }
}
