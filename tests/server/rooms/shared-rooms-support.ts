import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Entry } from '#protocol/room/feed.ts'
import { type CatchUp, NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { freePort } from '../../support/free-port.ts'
import { findNginx, startNginx, type TestNginx } from '../../support/nginx.ts'
import { startRedis } from '../../support/redis.ts'
import { SealedClient, sendTo } from '../../support/sealed-client.ts'
import { type ServerChild, startServerChild } from '../../support/server-child.ts'
import { borrowTestDatabase } from '../../support/store.ts'
import { createTestInstallation, signIn } from '../app/app-support.ts'
import { openFrames } from './rooms-support.ts'

/** A room that the demo world opens at its first start. */
export const ROOM = 'r2001'
export const LOAD_TOKEN = 'load-token-of-the-shared-rooms-test'
const RETRY_MS = 50

/**
 * Servers in processes of their own, two or more, with one PostgreSQL and one Redis, behind nginx if it is installed.
 */
export async function startInstallation(processes = 2) {
  const files = createTestInstallation()
  const database = await borrowTestDatabase()
  let redis = await startRedis()
  const viewers: TestViewer[] = []
  const sockets: Socket[] = []
  const requester = new pg.Client({ connectionString: database.url.href })
  await requester.connect()
  const ports = [await freePort(), await freePort()] as [number, number, ...number[]]
  while (ports.length < processes) ports.push(await freePort())
  const children: (ServerChild | null)[] = ports.map(() => null)
  const installation = {
    stopRedis: () => redis.stop(),
    /** Starts the stopped Redis on its port, without its data. */
    async startRedis(): Promise<void> {
      redis = await startRedis(redis.port)
    },
    nginx: null as TestNginx | null,
    /** Starts a process on its port. */
    async start(which: number): Promise<void> {
      children[which] = await startServerChild({
        clientFolder: files.clientFolder,
        environment: {
          MODE: 'demo',
          PORT: String(ports[which]),
          CROWD: '0',
          LOG_LEVEL: 'fatal',
          TRUST_PROXY: '1',
          DATA_DIR: `${files.dataDir}-${which}`,
          SECRET: 'the secret of both processes of this test',
          LOAD_TOKEN,
          DATABASE_URL: database.url.href,
          REDIS_URL: redis.url,
        },
      })
    },
    child(which: number): ServerChild {
      const child = children[which]
      if (!child) throw new Error('this process is not started')
      return child
    },
    async end(which: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
      await children[which]?.end(signal)
      children[which] = null
    },
    /** Address of one process. */
    urlOf: (which: number): string => installation.urls[which] ?? '',
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    /** Address of all: nginx, or the first process. */
    get url(): string {
      return installation.nginx?.url ?? installation.urlOf(0)
    },
    isWriter: (which: number): Promise<boolean> => isWriter(installation.urlOf(which)),
    /** The process that writes the rooms, by the metrics of all; null if there is none. */
    async writer(): Promise<number | null> {
      const writers: number[] = []
      for (const which of ports.keys()) if (await installation.isWriter(which)) writers.push(which)
      if (writers.length > 1) throw new Error('several processes write the rooms')
      return writers[0] ?? null
    },
    async view(url: string): Promise<TestViewer> {
      const viewer = await TestViewer.enter(url)
      viewers.push(viewer)
      return viewer
    },
    /** A function that says something as a member, on a socket at this process. */
    async speaker(url: string, name: string) {
      const client = await demoMember(url, name)
      const { data } = await client.call('chatroom.webJoin', { chatRoomNo: ROOM })
      const { ticket } = data as DataOf<'chatroom.webJoin'>
      const socket = socketAt(url, 'web')
      sockets.push(socket)
      expect(await socket.emitWithAck('join', { ticket })).toMatchObject({ ok: true })
      return (message: { cid: string; text: string; isAgain?: boolean }): Promise<object> =>
        socket.emitWithAck('say', { chatRoomNo: ROOM, ...message })
    },
    /** The log of the room in the database. */
    async log(): Promise<{ seq: number; entry: Entry }[]> {
      const { rows } = await requester.query<{ seq: string; json: string }>(
        'select seq, json from room_entry where chat_room_no = $1 order by epoch, seq',
        [ROOM],
      )
      return rows.map(({ seq, json }) => ({ seq: Number(seq), entry: JSON.parse(json) as Entry }))
    },
    query: <Row extends pg.QueryResultRow>(text: string) => requester.query<Row>(text).then(({ rows }) => rows),
    /** Every viewer has exactly the entries of the log after its first position, in order. */
    async expectSameEntries(): Promise<void> {
      for (const viewer of viewers) {
        const last = (await installation.log()).at(-1)?.seq ?? 0
        await expect.poll(() => viewer.position.seq).toBeGreaterThanOrEqual(last)
        // More entries may arrive while the log is read.
        const through = viewer.position.seq
        const received = viewer.received.filter(({ seq }) => seq <= through)
        const log = await installation.log()
        expect(received).toEqual(log.filter(({ seq }) => seq > viewer.firstSeq && seq <= through))
      }
    },
    closeViewers(): void {
      for (const viewer of viewers.splice(0)) viewer.close()
      for (const socket of sockets.splice(0)) socket.disconnect()
    },
    async stop(): Promise<void> {
      installation.closeViewers()
      await Promise.all(ports.map((_, which) => installation.end(which, 'SIGTERM')))
      await installation.nginx?.stop()
      await requester.end()
      await redis.stop()
      await database.release()
      files.remove()
    },
  }
  await Promise.all(ports.map((_, which) => installation.start(which)))
  if (findNginx() !== null) installation.nginx = await startNginx(ports)
  return installation
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>

async function isWriter(url: string): Promise<boolean> {
  const text = await fetch(`${url}/metrics`).then(
    (response) => response.text(),
    () => '',
  )
  return /^grandstand_rooms_writer 1$/m.test(text)
}

function socketAt(url: string, namespace: 'anon' | 'web'): Socket {
  const options = { path: SOCKET_PATH, transports: ['websocket'], reconnection: false, forceNew: true }
  return io(url + NAMESPACES[namespace], options)
}

/** Repeats until there is a result, as a client does. */
export async function untilDone<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
  for (;;) {
    const result = await attempt().catch(() => null)
    if (result !== null) return result
    await wait(RETRY_MS)
  }
}

/**
 * Posts messages of the load tool one after the other; each is repeated with its `cid` until it is accepted. Returns the
 * `cid`s.
 */
export async function talk(urls: readonly string[], count: number, during?: () => Promise<void>): Promise<string[]> {
  const prefix = randomBytes(4).toString('hex')
  const sent: string[] = []
  const disturbance = during?.()
  let attempts = 0
  for (let number = 0; number < count; number += 1) {
    const cid = `cid-${prefix}-${number}`
    await untilDone(async () => {
      attempts += 1
      const client = await SealedClient.connect(sendTo(urls[attempts % urls.length] ?? ''))
      const messages = [{ user: `user${number}`, cid, text: `第${number}句 ${prefix}` }]
      const { data } = await client.call('demo.say', { loadToken: LOAD_TOKEN, chatRoomNo: ROOM, messages })
      return (data as DataOf<'demo.say'> | null)?.accepted === 1 ? true : null
    })
    sent.push(cid)
  }
  await disturbance
  return sent
}

/** The `cid`s of the messages in a log, in order. */
export function cidsOf(entries: readonly { readonly entry: Entry }[], known: readonly string[]): string[] {
  const wanted = new Set(known)
  return entries.flatMap(({ entry }) => (entry.cid !== undefined && wanted.has(entry.cid) ? entry.cid : []))
}

/** A signed-in demo account. */
export async function demoMember(url: string, name: string): Promise<SealedClient> {
  const client = await SealedClient.connect(sendTo(url))
  await signIn(client, name)
  return client
}

/** A viewer that joins again at the same address when its socket closes, and continues at its position. */
export class TestViewer {
  readonly received: { seq: number; entry: Entry }[] = []
  readonly firstSeq: number
  position: { epoch: number; seq: number }
  /** Number of joins after the first one. */
  returns = 0
  readonly #url: string
  #roomKey: string
  #socket: Socket | null = null
  #work: Promise<void> = Promise.resolve()
  #isClosed = false

  private constructor(url: string, joined: DataOf<'chatroom.anonJoin'>) {
    this.#url = url
    this.#roomKey = joined.roomKey
    this.firstSeq = joined.seq
    this.position = { epoch: joined.epoch, seq: joined.seq }
  }

  /** Tries again, as a page does: a process that was started just now may end the first attempt. */
  static enter(url: string): Promise<TestViewer> {
    return untilDone(async () => {
      const joined = await TestViewer.#join(url, null)
      if (!joined) return null
      const viewer = new TestViewer(url, joined)
      return (await viewer.#follow(joined.ticket)) ? viewer : null
    })
  }

  static async #join(url: string, position: TestViewer['position'] | null) {
    const client = await SealedClient.connect(sendTo(url))
    const params = position === null ? { chatRoomNo: ROOM } : { chatRoomNo: ROOM, position }
    const { code, data } = await client.call('chatroom.anonJoin', params)
    return code === 0 ? (data as DataOf<'chatroom.anonJoin'>) : null
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.disconnect()
  }

  /** Joins on a new socket. Live frames wait until the catch-up is complete. */
  async #follow(ticket: string): Promise<boolean> {
    const socket = socketAt(this.#url, 'anon')
    const held: string[] = []
    let take = (frame: string): void => void held.push(frame)
    socket.on('frame', (frame: string) => take(frame))
    const connected = new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('connect_error', () => resolve(false))
    })
    if (!(await connected)) return false
    const lost = new Promise<null>((resolve) => void socket.once('disconnect', () => resolve(null)))
    const join = { ticket, position: this.position }
    const caught = await Promise.race([socket.emitWithAck('join', join) as Promise<CatchUp | { ok: false }>, lost])
    if (!caught?.ok || !caught.recovered) {
      socket.disconnect()
      return false
    }
    await this.#open([...caught.frames, ...held])
    take = (frame) => {
      this.#work = this.#work.then(() => this.#open([frame]))
    }
    this.#socket = socket
    void lost.then(() => this.#return())
    return true
  }

  async #return(): Promise<void> {
    if (this.#isClosed) return
    await this.#work
    await untilDone(async () => {
      if (this.#isClosed) return true
      const joined = await TestViewer.#join(this.#url, this.position)
      if (!joined?.recovered) return null
      this.#roomKey = joined.roomKey
      return (await this.#follow(joined.ticket)) ? true : null
    })
    this.returns += 1
  }

  async #open(frames: readonly string[]): Promise<void> {
    for (const { seq, entry } of await openFrames(this.#roomKey, frames)) {
      if (seq <= this.position.seq) continue
      if (seq !== this.position.seq + 1) throw new Error(`entry ${seq} follows ${this.position.seq}`)
      this.received.push({ seq, entry })
      this.position = { ...this.position, seq }
    }
  }
}
