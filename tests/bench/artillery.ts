import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { LagHistogram } from '#load/accounting.ts'
import { runId } from '#load/client.ts'
import { serveGenerator } from '#load/generator.ts'
import { GeneratorProcess } from '#load/generator-process.ts'
import { rateSource, Senders } from '#load/senders.ts'
import { connectTarget, type Target } from '#load/target.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { startTestServer } from '../support/server.ts'
import { processorSeconds } from './harness/process-use.ts'

/**
 * `node scripts/run.mjs tests/bench/artillery.ts [VIEWERS] [RATE] [FOLDER]`: viewers per core of the generator of this
 * tool and of Artillery's socket.io engine. Not part of CI: it installs Artillery into a temporary folder, or takes it
 * from FOLDER. Needs a build, and Linux for the processor time.
 *
 * Both have the same number of viewers in the same room at the same time, so each viewer of both receives the same frames.
 * Both open one WebSocket per viewer and join with a ticket from this process. This tool also opens each
 * distinct frame once and accounts for every message at every viewer, 20 of which read at once and the others every two
 * seconds; Artillery counts the events.
 */

/** The newest version for Node 20. */
const ARTILLERY = '2.0.21'
const ROOM = 'r2001'
const OPEN_SECONDS = 15
const WARM_UP_MS = 3_000
const WINDOW_SECONDS = 20
/** Least ratio of viewers per core. */
const MIN_RATIO = 8

interface Room {
  readonly url: string
  readonly loadToken: string
  readonly target: Target
  readonly viewers: number
  readonly rate: number
}

/** Opens the viewers of this tool. */
async function openOurs({ url, loadToken, viewers }: Room): Promise<GeneratorProcess> {
  const generator = new GeneratorProcess((reason) => console.error(reason))
  const ready = generator.next('ready')
  const { hostname, port } = new URL(url)
  const socket = { host: hostname, port: Number(port) }
  generator.send({ type: 'start', options: { url, loadToken, chatRoomNo: ROOM, run: runId(), socket } })
  await ready
  const opened = generator.next('opened')
  generator.send({ type: 'open', count: viewers, perSecond: viewers / OPEN_SECONDS })
  await opened
  return generator
}

/** Messages that the viewers of this tool received since the last call. */
async function takeDeliveries(generator: GeneratorProcess): Promise<number> {
  const sampled = generator.next('second')
  generator.requestSample()
  await sampled
  return generator.collect(new LagHistogram()).deliveries
}

/** Hands out tickets at `/`; sums the messages that viewers report at `/received`. */
async function startBroker({ target }: Room) {
  const totals = { received: 0 }
  const server = createServer((request, response) => {
    const received = /^\/received\?(\d+)$/.exec(request.url ?? '')?.[1]
    if (received === undefined) {
      void target.join(ROOM).then(
        ({ ticket }) => response.end(ticket),
        () => response.writeHead(503).end(),
      )
      return
    }
    totals.received += Number(received)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, totals, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Starts Artillery. Its viewers take their tickets from `broker`, and report to it how many events they received. */
async function startArtillery(room: Room, folder: string, broker: { readonly url: string }): Promise<ChildProcess> {
  const stay = OPEN_SECONDS + WINDOW_SECONDS + 20
  const script = {
    config: {
      // With the namespace in the scenario, the engine opens two connections per viewer.
      target: `${room.url}${NAMESPACES.anon}`,
      phases: [{ duration: OPEN_SECONDS, arrivalCount: room.viewers }],
      socketio: { path: SOCKET_PATH, transports: ['websocket'], extraHeaders: room.target.headers },
      processor: './processor.js',
    },
    scenarios: [
      {
        engine: 'socketio',
        flow: [
          { function: 'takeTicket' },
          {
            emit: { channel: 'join', data: { ticket: '{{ ticket }}' } },
            acknowledge: { match: { json: '$.0.ok', value: true } },
          },
          { think: stay },
          { function: 'reportReceived' },
        ],
      },
    ],
  }
  const processor = `
exports.takeTicket = (context, events, done) => {
  fetch('${broker.url}/').then((response) => response.text()).then((ticket) => { context.vars.ticket = ticket; done() }, done)
}
exports.reportReceived = (context, events, done) => {
  fetch('${broker.url}/received?' + context.__receivedMessageCount).then(() => done(), done)
}
`
  await writeFile(path.join(folder, 'viewers.json'), JSON.stringify(script))
  await writeFile(path.join(folder, 'processor.js'), processor)
  const args = ['node_modules/artillery/bin/run', 'run', '--quiet', '--output', 'report.json', 'viewers.json']
  const env = { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true' }
  return spawn(process.execPath, args, { cwd: folder, env, stdio: 'inherit' })
}

/** Measures both in the same time. Returns how many times as many viewers per core this tool has. */
async function measure(room: Room, folder: string): Promise<number> {
  const { target, loadToken, viewers, rate } = room
  const broker = await startBroker(room)
  const generator = await openOurs(room)
  const artillery = await startArtillery(room, folder, broker)
  const ended = once(artillery, 'exit')
  try {
    await wait(OPEN_SECONDS * 1_000 + 2 * WARM_UP_MS)
    const senders = new Senders(target, { loadToken, chatRoomNo: ROOM, run: runId() })
    const sending = senders.say(rateSource(rate, WINDOW_SECONDS + (2 * WARM_UP_MS) / 1_000))
    await wait(WARM_UP_MS)
    await takeDeliveries(generator)
    const pids = [generator.pid, artillery.pid ?? 0]
    const before = await Promise.all(pids.map(processorSeconds))
    const begun = performance.now()
    await wait(WINDOW_SECONDS * 1_000)
    const after = await Promise.all(pids.map(processorSeconds))
    const seconds = (performance.now() - begun) / 1_000
    const perViewer = (await takeDeliveries(generator)) / viewers / seconds
    await sending
    await ended
    const report = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8')) as {
      aggregate: { counters: Record<string, number> }
    }
    const completed = report.aggregate.counters['vusers.completed']
    if (completed !== viewers) throw new Error(`${completed} viewers of Artillery joined, not ${viewers}`)
    const [ours = 0, theirs = 0] = after.map((used, index) => (used - (before[index] ?? 0)) / seconds)
    const [oursInAll = 0, theirsInAll = 0] = after
    console.log(`${viewers} viewers each, ${rate} messages per second sent, Node ${process.version}`)
    console.log(
      `per viewer: ${perViewer.toFixed(1)} messages per second, ${broker.totals.received / viewers} events in all`,
    )
    for (const [name, cores] of [
      ['this tool', ours],
      [`artillery ${ARTILLERY}`, theirs],
    ] as const) {
      console.log(`${name}: ${Math.round(viewers / cores)} viewers per core (${cores.toFixed(3)} cores)`)
    }
    console.log(
      `processor seconds from the start of the process, through the opening, to the end of the window: ${oursInAll.toFixed(1)} and ${theirsInAll.toFixed(1)}, ratio ${(theirsInAll / oursInAll).toFixed(1)}`,
    )
    return theirs / ours
  } finally {
    generator.kill()
    artillery.kill()
    broker.server.close()
  }
}

/** Installs Artillery into a temporary folder. */
async function install(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-artillery-'))
  await writeFile(path.join(folder, 'package.json'), '{"private":true}')
  console.log(`installing artillery@${ARTILLERY}`)
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', `artillery@${ARTILLERY}`]
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit' })
  return folder
}

async function compare(viewers: number, rate: number, installed: string | undefined): Promise<boolean> {
  const folder = installed ?? (await install())
  const server = await startTestServer({ env: { CROWD: '0' }, isMeasured: true })
  try {
    const loadToken = (await readFile(path.join(server.dataDirectory, 'load-token'), 'utf8')).trim()
    const room = { url: server.url, loadToken, target: await connectTarget(server.url, loadToken), viewers, rate }
    const ratio = await measure(room, folder)
    console.log(`ratio: ${ratio.toFixed(1)} (at least ${MIN_RATIO})`)
    return ratio >= MIN_RATIO
  } finally {
    await server.stop()
    if (installed === undefined) await rm(folder, { recursive: true, force: true })
  }
}

const [viewers = '2000', rate = '100', installed] = process.argv.slice(2)
if (viewers === '--generator') serveGenerator()
else process.exit((await compare(Number(viewers), Number(rate), installed)) ? 0 : 1)
