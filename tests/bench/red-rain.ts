import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import type { RainRound } from '#protocol/activities/red-rain.ts'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { MINUTE_MS, SECOND_MS, siteDateTimeOf } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { startedRain } from '../support/activities.ts'
import { testLog } from '../support/logs.ts'
import type { SealedClient } from '../support/sealed-client.ts'
import { startTestServer } from '../support/server.ts'
import { addressOf, type BenchMember, connectFrom, headersOf, insertMembers, joinRoom } from './fanout/members.ts'
import { FrameBook, type Viewer } from './fanout/viewer.ts'
import { type Bench, percentile } from './harness/figures.ts'
import { atRate } from './harness/loops.ts'
import { preciseNow } from './harness/clock.ts'

/** Talk begins before the round. The first half of the members grabs within a quarter of the time, the others in the rest. */
const PLAN = { earlier: 5, firstSeconds: 6, otherSeconds: 18, speakers: 20, textsPerSecond: 5 } as const
/** A smaller one tries the bench out, for example 0.02. Its figures are not comparable. */
const SCALE = Number(process.env['RAIN_SCALE'] ?? 1)
const MEMBERS = 5_000 * SCALE
const AGAIN = 500 * SCALE
const CLIENTS = 25
const AMOUNT_PER_PACKET = 10
/** Rounds of a minute, every second minute: the first one after all members have joined is measured. */
const ROUNDS = 5

type Name = 'p50' | 'p95' | 'chat p99' | 'refused' | 'twice' | 'off budget' | 'differences'

/** Members of one room, all of whom grab a packet of one round over HTTP, while others talk in the room. */
export const redRainBench: Bench<Name> = {
  name: 'red-rain',
  about:
    '5,000 members in one room grab one round of red packet rain by sealed calls, half of them in 6 s, the others in 18 s; meanwhile 5 messages a second',
  defaultRuns: 1,
  figures: {
    p50: { unit: 'ms' },
    p95: { unit: 'ms', atMost: 150 },
    'chat p99': { unit: 'ms', atMost: 200 },
    refused: { unit: 'count', atMost: 0 },
    twice: { unit: 'count', atMost: 0 },
    'off budget': { unit: 'count', atMost: 0 },
    differences: { unit: 'count', atMost: 0 },
  },
  run: runRedRain,
}

/** Runs on the embedded database of a built server. */
async function runRedRain(): Promise<Record<Name, number>> {
  const server = await startTestServer({ env: { TRUST_PROXY: '1', CROWD: '0' }, isMeasured: true })
  try {
    await server.kill('SIGTERM')
    const store = await openDatabase({ dataDirectory: server.dataDirectory, log: testLog() })
    const members = await insertMembers(store, MEMBERS)
    const activityId = await startRain(store, MEMBERS)
    await store.close()
    await server.restart()
    const measured = await measure(server.url, { members, activityId })
    await server.kill('SIGTERM')
    const after = await openDatabase({ dataDirectory: server.dataDirectory, log: testLog() })
    try {
      return { ...measured, ...(await checked(after, activityId)) }
    } finally {
      await after.close()
    }
  } finally {
    await server.stop()
  }
}

function timesFrom(now: number): string[] {
  return Array.from({ length: ROUNDS }, (_, index) => siteDateTimeOf(now + (2 * index + 1) * MINUTE_MS).slice(11, 16))
}

/** A rain with a packet for each member. */
function startRain(store: Database, packets: number): Promise<string> {
  const roundAmount = packets * AMOUNT_PER_PACKET
  return startedRain(store, Date.now(), { times: timesFrom(Date.now()), packets, roundAmount, budget: roundAmount })
}

interface Given {
  readonly members: readonly BenchMember[]
  readonly activityId: string
}

async function measure(url: string, { members, activityId }: Given) {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => connectFrom(url, index)))
  const clientOf = (index: number) => clients[index % clients.length] as SealedClient
  const [visitor] = clients as [SealedClient]
  const matches = await visitor.call('live.popularList', { size: 1, page: 1, kind: 'football' })
  const chatRoomNo = ENDPOINTS['live.popularList'].data.parse(matches.data).list[0]?.chatRoomNo ?? ''
  const port = Number(new URL(url).port)
  const book = new FrameBook()
  const { viewers } = await joinRoom(members, { port, chatRoomNo, book, clientOf })
  const speakers = await Promise.all(
    members.slice(0, PLAN.speakers).map((member, index) => speakerOf(url, clientOf(index), { member, chatRoomNo })),
  )
  const round = await nextRound(visitor, activityId)
  let next = 0
  let refused = 0
  const grab = async (): Promise<void> => {
    const index = next
    next += 1
    const member = members[index % members.length] as BenchMember
    const { code } = await clientOf(index).call(
      'redRain.grab',
      { activityId, roundId: round.roundId },
      headersOf(member),
    )
    if (code !== (index < members.length ? CODES.SUCCESS : CODES.ACTIVITY_STATE)) refused += 1
  }
  const half = MEMBERS / 2
  const seconds = PLAN.firstSeconds + PLAN.otherSeconds
  await wait(round.start - Date.now() + 100 - PLAN.earlier * SECOND_MS)
  const talking = talk(speakers, chatRoomNo, { perSecond: PLAN.textsPerSecond, seconds: PLAN.earlier + seconds })
  await wait(round.start - Date.now() + 100)
  const from = preciseNow()
  const [latencies, sent] = await Promise.all([
    atRate(grab, half / PLAN.firstSeconds, PLAN.firstSeconds).then(async (first) => [
      ...first,
      ...(await atRate(grab, half / PLAN.otherSeconds, PLAN.otherSeconds)),
    ]),
    talking.then((texts) => texts.filter(([, at]) => at >= from)),
  ])
  // Members who have one grab again.
  while (next < members.length) await grab()
  await atRate(grab, AGAIN / 2, 2)
  await wait(SECOND_MS)
  const lags = lagsOf(viewers, book, sent)
  for (const viewer of viewers) viewer.close()
  for (const speaker of speakers) speaker.disconnect()
  return {
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    'chat p99': percentile(lags, 0.99),
    refused,
  }
}

async function speakerOf(
  url: string,
  client: SealedClient,
  { member, chatRoomNo }: { readonly member: BenchMember; readonly chatRoomNo: string },
): Promise<Socket> {
  const { data } = await client.call('chatroom.webJoin', { chatRoomNo }, headersOf(member))
  const { ticket, epoch, seq } = ENDPOINTS['chatroom.webJoin'].data.parse(data)
  const socket = io(url + NAMESPACES.web, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: addressOf(member),
  })
  const joined: { ok: boolean } = await socket.emitWithAck('join', { ticket, position: { epoch, seq } })
  if (!joined.ok) throw new Error('the room did not let a member in')
  return socket
}

/** The next round that begins late enough for its first grab. */
async function nextRound(client: SealedClient, activityId: string): Promise<RainRound> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until it is a coming one
    const { data } = await client.call('redRain.round', { activityId })
    const { round } = ENDPOINTS['redRain.round'].data.parse(data)
    if (!round) throw new Error('there is no round')
    if (round.start > Date.now() + SECOND_MS) return round
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(round.end - Date.now() + 10)
  }
}

type Sent = readonly (readonly [seq: number, at: number])[]

/** Members in turn say something. Returns the sequence number and the time of every message. */
async function talk(
  speakers: readonly Socket[],
  chatRoomNo: string,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Sent> {
  const sent: [number, number][] = []
  let count = 0
  await atRate(
    async () => {
      const at = preciseNow()
      const text = `第 ${(count += 1)} 条，红包来了`
      const message = { chatRoomNo, cid: `cid-of-rain-${count}`, text }
      const ack = (await speakers[count % speakers.length]?.emitWithAck('say', message)) as { ok: boolean; seq: number }
      if (!ack.ok) throw new Error(`a message was refused: ${JSON.stringify(ack)}`)
      sent.push([ack.seq, at])
    },
    perSecond,
    seconds,
  )
  return sent
}

/** From the sending of each message to its arrival at each viewer. */
function lagsOf(viewers: readonly Viewer[], book: FrameBook, sent: Sent): number[] {
  return viewers.flatMap(({ received, times }) => {
    const firsts = received.map((frame) => book.frames[frame]?.firstSeq ?? 0)
    return sent.map(([seq, at]) => {
      const frame = firsts.findLastIndex((first) => first <= seq)
      return frame === -1 ? Number.POSITIVE_INFINITY : (times[frame] ?? Number.POSITIVE_INFINITY) - at
    })
  })
}

/** What the database says after the round. */
async function checked(store: Database, activityId: string) {
  const { rows } = await store.db.execute<{ parts: number; people: number; amount: number; paid: number }>(sql`
    select count(*)::int as parts, count(distinct s.member_id)::int as people, sum(s.amount)::bigint as amount,
      (select coalesce(sum(e.amount), 0)::bigint from ledger_entry e join activity_state p on p.claim_tx = e.tx_id
        where p.activity_id = ${activityId} and e.amount > 0) as paid
    from activity_state s where s.activity_id = ${activityId}`)
  const found = rows[0]
  if (!found) throw new Error('nobody has grabbed')
  return {
    twice: found.parts - found.people,
    'off budget': Math.abs(found.amount - MEMBERS * AMOUNT_PER_PACKET) + Math.abs(found.paid - found.amount),
    differences: (await reconcile(store.db)).length,
  }
}
