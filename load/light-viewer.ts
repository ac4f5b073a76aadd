import { fromBase64Url } from '#protocol/bytes.ts'
import { openFrame, parseFrame } from '#protocol/room/frame.ts'
import { NAMESPACES } from '#protocol/room/server-events.ts'
import type { CatchUp, SocketRefusal } from '#protocol/room/server-events.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { preciseNow } from '#tests/bench/harness/clock.ts'
import { LagHistogram, SequenceAccount } from './accounting.ts'
import { dueTimeOf } from './generator-messages.ts'
import { RawSocket, type SocketTarget } from './raw-socket.ts'

const FRAME_PREFIX = Buffer.from(`42${NAMESPACES.anon},["frame","`)
/** Bytes of a frame's head before the name of the room; the initialization vector behind it makes a frame unique. */
const HEAD_BYTES = 15
const IV_BYTES = 12
const MAX_FRAMES = 5_000
const JOIN_LIMIT_MS = 30_000

/** A distinct frame, opened once per process and shared by its viewers. */
interface SharedFrame {
  firstSeq: number
  /** Null until it is opened. */
  count: number | null
  /** Due times of the messages of this run. */
  due: number[]
  waiting: Set<LightViewer>
  /** Its first bytes, by which it is recognized. */
  readonly head: Buffer
  /** The frame that the last viewer received after it. */
  next: SharedFrame | null
}

const isAt = (head: Buffer, sealed: Buffer): boolean => sealed.compare(head, 0, head.length, 0, head.length) === 0

/** The frames of one room, counts of the process, and lags of all its viewers. */
export class FrameBook {
  readonly lags = new LagHistogram()
  readonly ownSeen = new Set<string>()
  readonly kinds: Record<string, number> = {}
  deliveries = 0
  readonly #frames = new Map<string, SharedFrame>()
  /** The frame that the last viewer received. Viewers receive a frame one after another, so most look for this one. */
  #latest: SharedFrame | null = null
  readonly #run: string
  readonly #nameLength: number
  readonly #keys = new Map<string, ReturnType<typeof nodeCrypto.importKey>>()
  #roomKey = ''
  #highestKindSeq = 0

  constructor(run: string, chatRoomNo: string) {
    this.#run = run
    this.#nameLength = Math.floor(((HEAD_BYTES + chatRoomNo.length + IV_BYTES) * 4) / 3)
  }

  /** The key of the newest join; it changes if the server restarts. */
  set roomKey(key: string) {
    this.#roomKey = key
  }

  /** The frame with these bytes. `previous` is the one that the same viewer received before, null for the first. */
  frameOf(sealed: Buffer, previous: SharedFrame | null): SharedFrame {
    const next = previous?.next ?? null
    if (next !== null && isAt(next.head, sealed)) return (this.#latest = next)
    if (this.#latest !== null && isAt(this.#latest.head, sealed)) return this.#latest
    const name = sealed.toString('latin1', 0, this.#nameLength)
    const frame = this.#frames.get(name) ?? this.#add(name, sealed)
    if (previous !== null) previous.next = frame
    return (this.#latest = frame)
  }

  #add(name: string, sealed: Buffer): SharedFrame {
    const head = Buffer.from(name, 'latin1')
    const frame: SharedFrame = { firstSeq: 0, count: null, due: [], waiting: new Set(), head, next: null }
    this.#frames.set(name, frame)
    if (this.#frames.size > MAX_FRAMES) this.#frames.delete(this.#frames.keys().next().value ?? '')
    void this.#open(frame, sealed.toString('latin1'))
    return frame
  }

  async #open(frame: SharedFrame, sealed: string): Promise<void> {
    const parsed = parseFrame(sealed)
    const key = this.#keys.get(this.#roomKey) ?? nodeCrypto.importKey(fromBase64Url(this.#roomKey))
    this.#keys.set(this.#roomKey, key)
    const { entries } = await openFrame(nodeCrypto, await key, nodeCompressor, parsed)
    frame.firstSeq = parsed.firstSeq
    for (const [index, entry] of entries.entries()) this.#read(frame, parsed.firstSeq + index, entry)
    frame.count = entries.length
    for (const viewer of frame.waiting) viewer.drain()
    frame.waiting.clear()
  }

  #read(frame: SharedFrame, seq: number, value: unknown): void {
    const entry = value as { cid?: unknown; content?: { msgType?: number }; data?: { comboId?: unknown } }
    const id = entry.cid ?? entry.data?.comboId
    const due = dueTimeOf(this.#run, id)
    if (due !== null) {
      frame.due.push(due)
      this.ownSeen.add(String(id))
    }
    if (seq <= this.#highestKindSeq) return
    this.#highestKindSeq = seq
    const kind = String(entry.content?.msgType ?? 'unknown')
    this.kinds[kind] = (this.kinds[kind] ?? 0) + 1
  }
}

/** Ticket of a join call, and the position after which the viewer receives entries. */
export interface JoinPass {
  readonly ticket: string
  readonly seq: number
  readonly epoch: number
  readonly recovered: boolean
  readonly missed: number
}

/**
 * A viewer on a raw socket: joins, answers pings, takes frames and accounts for every entry. A viewer of the sample reads
 * at once and measures lags; the others read when they are told to.
 */
export class LightViewer {
  account: SequenceAccount | null = null
  readonly isSampled: boolean
  epoch = 0
  isSlow = false
  isConnected = false
  readonly #book: FrameBook
  readonly #room: string
  readonly #onLost: (viewer: LightViewer) => void
  #socket: RawSocket | null = null
  #queue: { frame: SharedFrame; at: number }[] = []
  /** Live frames that arrived during the catch-up. */
  #live: { frame: SharedFrame; at: number }[] = []
  #isCatchingUp = false
  /** Head of the log at the last acknowledgement. */
  #head = 0
  #ack: (text: string | null) => void = () => undefined
  #pass: JoinPass | null = null
  #bytesBefore = 0
  /** The last received frame. */
  #last: SharedFrame | null = null

  constructor(book: FrameBook, chatRoomNo: string, isSampled: boolean, onLost: (viewer: LightViewer) => void) {
    this.isSampled = isSampled
    this.#book = book
    this.#room = chatRoomNo
    this.#onLost = onLost
  }

  get bytes(): number {
    return this.#bytesBefore + (this.#socket?.bytes ?? 0)
  }

  /** Connects and joins; resolves after the catch-up. */
  async join(target: SocketTarget, pass: JoinPass): Promise<void> {
    this.#pass = pass
    this.#isCatchingUp = true
    this.#queue = []
    this.#live = []
    const response = this.#nextAck()
    const socket = new RawSocket(target, {
      onMessage: (payload, _isBinary, at) => this.#message(payload, at),
      onClose: () => this.#closed(socket),
    })
    this.#socket = socket
    await response.catch((error: unknown) => {
      throw socket.failure === null ? error : new Error(socket.failure)
    })
    this.isConnected = true
    await this.#drained()
    // The acknowledgement contains the first part of a long catch-up; the rest is requested.
    while (this.account !== null && this.#head > this.account.last) {
      const before = this.account.last
      const more = this.#nextAck()
      this.#emit(`1["resume",${JSON.stringify({ chatRoomNo: this.#room, epoch: this.epoch, seq: before })}]`)
      await more
      await this.#drained()
      if (this.account.last === before) break
    }
    this.#isCatchingUp = false
    this.#queue.push(...this.#live.splice(0))
    this.drain()
  }

  /** Applies received frames in order, as far as they are opened. */
  drain(): void {
    while (this.#queue.length > 0) {
      const [next] = this.#queue
      if (next === undefined || next.frame.count === null) return
      this.#queue.shift()
      this.#apply(next.frame, next.at)
    }
    this.#onDrained()
  }

  drop(): void {
    const socket = this.#socket
    this.#forget()
    socket?.destroy()
  }

  /** Reads what has arrived. With `stops`, what arrives after the next read waits for the next call. */
  read(stops: boolean): void {
    const socket = this.#socket
    if (this.isSampled || socket === null || !this.isConnected || this.isSlow) return
    socket.stopsAfterRead = stops && !this.#isCatchingUp
    socket.read()
  }

  /** Stops reading; received data stay in the buffers of the kernel and of the server. */
  slowDown(): void {
    this.isSlow = true
    this.#last = null
    this.#socket?.pause()
  }

  /** Sends a heartbeat. A socket that does not read is notified of its end only when it writes. */
  sendHeartbeat(): void {
    this.#socket?.send('3')
  }

  #onDrained: () => void = () => undefined

  #drained(): Promise<void> {
    if (this.#queue.length === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onDrained = resolve
    })
  }

  #forget(): void {
    this.#bytesBefore += this.#socket?.bytes ?? 0
    this.#socket = null
    this.#last = null
    this.isConnected = false
    this.#ack(null)
  }

  #closed(socket: RawSocket): void {
    if (this.#socket !== socket) return
    const wasConnected = this.isConnected
    this.#forget()
    if (wasConnected) this.#onLost(this)
  }

  #nextAck(): Promise<void> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('no response within 30 s')), JOIN_LIMIT_MS)
      this.#ack = (text) => {
        clearTimeout(limit)
        const [response] =
          text === null ? [null] : (JSON.parse(text.slice(text.indexOf('['))) as [CatchUp | SocketRefusal])
        if (response?.ok === true) {
          // At once, because live frames can follow in the same chunk.
          this.#caughtUp(response, preciseNow())
          resolve()
        } else reject(new Error(response === null ? 'the connection was closed' : `refused: ${response.code}`))
      }
    })
  }

  #caughtUp({ epoch, head, recovered, missed, frames }: CatchUp, at: number): void {
    const pass = this.#pass
    this.account ??= new SequenceAccount(pass?.seq ?? head)
    if (this.epoch !== 0 && (!recovered || epoch !== this.epoch)) this.account.restart(missed, head)
    this.epoch = epoch
    this.#head = head
    for (const sealed of frames) this.#take(Buffer.from(sealed, 'latin1'), at)
  }

  #message(payload: Buffer, at: number): void {
    const isFrame =
      payload.length > FRAME_PREFIX.length &&
      payload.compare(FRAME_PREFIX, 0, FRAME_PREFIX.length, 0, FRAME_PREFIX.length) === 0
    if (isFrame) {
      const sealed = payload.subarray(FRAME_PREFIX.length, payload.length - 2)
      if (this.#isCatchingUp) this.#live.push({ frame: this.#wait(sealed), at })
      else this.#take(sealed, at)
      return
    }
    const text = payload.toString()
    if (text.startsWith('0')) this.#socket?.send(`40${NAMESPACES.anon},`)
    else if (text.startsWith('40')) this.#sendJoin()
    else if (text === '2') this.#socket?.send('3')
    else if (text.startsWith('43') || text.startsWith('44')) this.#ack(text)
  }

  #sendJoin(): void {
    const { ticket = '' } = this.#pass ?? {}
    const position = this.account === null ? {} : { position: { epoch: this.epoch, seq: this.account.complete } }
    this.#emit(`0["join",${JSON.stringify({ ticket, ...position })}]`)
  }

  #emit(packet: string): void {
    this.#socket?.send(`42${NAMESPACES.anon},${packet}`)
  }

  #take(sealed: Buffer, at: number): void {
    const frame = this.#wait(sealed)
    if (this.#queue.length === 0 && frame.count !== null) return this.#apply(frame, at)
    this.#queue.push({ frame, at })
    this.drain()
  }

  /** The shared frame; it calls `drain` when it is opened. */
  #wait(sealed: Buffer): SharedFrame {
    const frame = this.#book.frameOf(sealed, this.#last)
    this.#last = frame
    if (frame.count === null) frame.waiting.add(this)
    return frame
  }

  #apply({ firstSeq, count, due }: SharedFrame, at: number): void {
    this.account?.take(firstSeq, count ?? 0)
    this.#book.deliveries += count ?? 0
    // Entries of a catch-up were missed, not late: their lag says nothing about the rate.
    if (this.isSampled && !this.#isCatchingUp) for (const dueAt of due) this.#book.lags.add(at - dueAt)
  }
}
