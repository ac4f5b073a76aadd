import { setTimeout as wait } from 'node:timers/promises'
import { fromBase64Url } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import { LIVE_TABLES, TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import { openFrame, parseFrame } from '#protocol/room/frame.ts'
import { MSG_TYPES, tableRoomOf } from '#protocol/room/kinds.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { openDatabase } from '#server/database/open.ts'
import { CARD_MS } from '#server/games/tables/dealer.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { creditVenue } from '../server/sports/sports-world.ts'
import { testLog } from '../support/logs.ts'
import type { SealedClient } from '../support/sealed-client.ts'
import { startTestServer } from '../support/server.ts'
import { type BenchMember, connectFrom, headersOf, insertMembers, joinRoom } from './fanout/members.ts'
import { FrameBook } from './fanout/viewer.ts'
import { launchChromium } from './harness/chromium.ts'
import { type Bench, percentile } from './harness/figures.ts'
import { atRate } from './harness/loops.ts'

/** Smaller numbers try the bench out. Its figures are not comparable then. */
const PLAYERS = Number(process.env['TABLE_PLAYERS'] ?? 2_000)
const ROUNDS = Number(process.env['TABLE_ROUNDS'] ?? 10)
/** Players who bet in each round, in its first seconds. */
const BETTORS = PLAYERS / 10
const BETTING_SECONDS = 8
const STAKE = 10_000
const CLIENTS = 25
const [, TABLE = LIVE_TABLES[0]] = LIVE_TABLES
const LOOK_MS = 50
const SETTLE_MS = 2 * SECOND_MS

type Name = 'p50' | 'p95' | 'cards p95' | 'missed' | 'bets' | 'refused'

/** A table with its dealer, bets and room in a built server; the players on sockets of their own, and one real page. */
export const tableCardsBench: Bench<Name> = {
  name: 'table-cards',
  about:
    '2,000 players at a live table, 200 of whom bet in each of 10 rounds: from the end of a window, which fixes the result, to the first painted card in a page, and from each further card to its paint',
  defaultRuns: 1,
  figures: {
    p50: { unit: 'ms' },
    p95: { unit: 'ms', atMost: 100 },
    'cards p95': { unit: 'ms', atMost: 100 },
    missed: { unit: 'count', atMost: 0 },
    bets: { unit: 'count', atLeast: BETTORS * ROUNDS },
    refused: { unit: 'count', atMost: 0 },
  },
  run: runTable,
}

async function runTable(): Promise<Record<Name, number>> {
  if (!TABLE) throw new Error('there is no table')
  let players: readonly BenchMember[] = []
  const server = await startTestServer({
    env: { TRUST_PROXY: '1', CROWD: '0' },
    isMeasured: true,
    prepare: async (dataDirectory) => {
      const store = await openDatabase({ dataDirectory, log: testLog() })
      players = await insertMembers(store, PLAYERS)
      for (const { memberId } of players.slice(0, BETTORS)) {
        // oxlint-disable-next-line no-await-in-loop -- one connection
        await creditVenue(store, memberId, STAKE * (ROUNDS + 2), { venue: TABLES_VENUE })
      }
      await store.close()
    },
  })
  const browser = await launchChromium()
  try {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => connectFrom(server.url, index)))
    const clientOf = (index: number) => clients[index % clients.length] as SealedClient
    const book = new FrameBook()
    const chatRoomNo = tableRoomOf(TABLE.tableId)
    const { viewers, roomKey } = await joinRoom(players, { port: server.port, chatRoomNo, book, clientOf })
    const page = await browser.newPage({ width: 1280, height: 800 })
    await page.addScript(WATCH_CARDS)
    await page.goto(`${server.url}/app/game/${TABLES_VENUE}/${TABLE.tableId}`)
    await page.waitFor(`document.querySelector('[data-hand]')`)
    const states = new TableStates(book, roomKey)
    const tally = { bets: 0, refused: 0 }
    const bet = async (index: number, roundId: string): Promise<void> => {
      const sides = [{ side: index % 2 === 0 ? 'banker' : 'player', amount: STAKE }]
      const params = { tableId: TABLE.tableId, roundId, currency: 'CNY' as const, bets: sides }
      const { code } = await clientOf(index).call('table.bet', params, headersOf(players[index] as BenchMember))
      if (code === CODES.SUCCESS) tally.bets += 1
      else tally.refused += 1
    }
    // The round that is running now is not measured.
    await states.until(({ phase }) => phase === 'result')
    for (let round = 0; round < ROUNDS; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const { roundId } = await states.until(({ phase }) => phase === 'betting')
      let next = 0
      // oxlint-disable-next-line no-await-in-loop -- as above
      await atRate(() => bet(next++, roundId ?? ''), BETTORS / BETTING_SECONDS, BETTING_SECONDS)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await states.until(({ phase, roundId: id }) => phase === 'result' && id === roundId)
    }
    await wait(SETTLE_MS)
    const painted = await page.evaluate<[at: number, cards: number][]>('window.painted')
    for (const viewer of viewers) viewer.close()
    return { ...evaluated(states.all.slice(states.skipped), painted), ...tally }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** An entry of the room, if its type is that of a table. */
interface TableEntry {
  readonly content: { readonly msgType: number }
  readonly data: { readonly table: TableState }
}

/** The states of the table that its room has sent, in their order. */
class TableStates {
  readonly all: TableState[] = []
  /** States before the first one that {@link until} returned. */
  skipped = 0
  #opened = 0
  #key: Promise<Awaited<ReturnType<typeof nodeCrypto.importKey>>>

  constructor(
    private readonly book: FrameBook,
    roomKey: string,
  ) {
    this.#key = Promise.resolve(nodeCrypto.importKey(fromBase64Url(roomKey)))
  }

  /** The next state that fits. */
  async until(fits: (state: TableState) => boolean): Promise<TableState> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- until it fits
      await this.#read()
      const last = this.all.at(-1)
      if (last && fits(last)) {
        this.skipped ||= this.all.length
        return last
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      await wait(LOOK_MS)
    }
  }

  async #read(): Promise<void> {
    while (this.#opened < this.book.frames.length) {
      const { sealed = '' } = this.book.frames[this.#opened] ?? {}
      this.#opened += 1
      // oxlint-disable-next-line no-await-in-loop -- frames have an order
      const { entries } = await openFrame(nodeCrypto, await this.#key, nodeCompressor, parseFrame(sealed))
      for (const { content, data } of entries as TableEntry[]) {
        if (content.msgType === MSG_TYPES.table) this.all.push(data.table)
      }
    }
  }
}

/**
 * Times from the server to the paint. The first card counts from the end of the window, the others from their state, whose
 * version is the time at which it was made.
 */
function evaluated(states: readonly TableState[], painted: readonly (readonly [at: number, cards: number])[]) {
  const first: number[] = []
  const all: number[] = []
  for (const [index, state] of states.entries()) {
    const count = state.cards.length
    if (state.phase !== 'dealing' || count === (states[index - 1]?.cards.length ?? 0)) continue
    const inRound = states.filter(({ roundId }) => roundId === state.roundId)
    const dealt = Math.max(...inRound.map(({ cards }) => cards.length))
    const from = count === 1 ? state.nextAt - dealt * CARD_MS : state.version
    const found = painted.find(([at, cards]) => at >= from && at < from + CARD_MS && cards === count)
    const time = found ? found[0] - from : Number.POSITIVE_INFINITY
    all.push(time)
    if (count === 1) first.push(time)
  }
  const seen = (times: readonly number[]) => times.filter(Number.isFinite)
  console.error(`  first cards: ${first.map((time) => time.toFixed(0)).join(', ')} ms`)
  return {
    p50: percentile(seen(first), 0.5),
    p95: percentile(seen(first), 0.95),
    'cards p95': percentile(seen(all), 0.95),
    missed: all.length - seen(all).length,
  }
}

/** Runs in the page: the number of cards that can be seen, with the time of the frame that first showed them. */
const WATCH_CARDS = `(() => {
  window.painted = []
  const after = new MessageChannel()
  after.port1.onmessage = () => {
    const cards = [...document.querySelectorAll('[data-hand] svg')]
    const count = cards.filter((card) => getComputedStyle(card).opacity > 0).length
    if (window.painted.at(-1)?.[1] !== count) window.painted.push([Date.now(), count])
  }
  const tick = () => { after.port2.postMessage(null); requestAnimationFrame(tick) }
  requestAnimationFrame(tick)
})()`
