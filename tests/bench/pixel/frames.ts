import type { LogEntry } from '#server/rooms/log/entries.ts'
import type { Room } from '#server/rooms/room.ts'
import { EntryGenerator, type GeneratorSettings } from '#workers/lab/generator.ts'

/** Text with one order in a hundred; 0.3 % of the entries withdraw an earlier one. */
const CHAT: GeneratorSettings = {
  mix: { text: 96, emoji: 2, reply: 1, sticker: 0, gift: 0, order: 1 },
  duplicates: 0,
  withdrawals: 0.3,
}
/** Frame interval of a small room (settled 11). */
export const FRAME_INTERVAL_MS = 16
const EMPTY = Buffer.alloc(0)

export interface PrebuiltFrame {
  readonly sealed: string
  readonly entries: number
  /** Send time in milliseconds after the start. */
  readonly dueMs: number
  readonly lastSeq: number
  /** The same entries unsealed, a JSON array with `seq` in each, for the baseline page. Empty unless requested. */
  readonly clear: Buffer
}

/** Seals `seconds` of realistic chat at `rate` entries per second before the measurement. */
export async function prebuildFrames(
  room: Room,
  head: { epoch: number; seq: number },
  rate: number,
  seconds: number,
  { withClear = false }: { readonly withClear?: boolean } = {},
): Promise<PrebuiltFrame[]> {
  const generator = new EntryGenerator(CHAT, `bench-${head.epoch}-${head.seq}`)
  const at = Date.now()
  let seq = head.seq

  const nextEntry = (): LogEntry => {
    seq += 1
    const { id, kind, json } = generator.next(at)
    const { epoch } = head
    return { chatRoomNo: room.chatRoomNo, seq, epoch, id, at, kind, userId: null, json, cid: null, replyTo: null }
  }

  const frames: PrebuiltFrame[] = []
  let made = 0
  for (let frame = 1; frame * FRAME_INTERVAL_MS <= seconds * 1000; frame += 1) {
    const dueMs = frame * FRAME_INTERVAL_MS
    const wanted = Math.floor((rate * dueMs) / 1000) - made
    if (wanted <= 0) continue
    made += wanted
    const entries = Array.from({ length: wanted }, nextEntry)
    const clear = withClear ? inClear(entries) : EMPTY
    frames.push({ sealed: await room.sealer.seal(entries), entries: wanted, dueMs, lastSeq: seq, clear })
  }
  return frames
}

function inClear(entries: readonly LogEntry[]): Buffer {
  return Buffer.from(`[${entries.map(({ seq, json }) => `{"seq":${seq},${json.slice(1)}`).join(',')}]`)
}

/** Sends each frame when it is due, several at once after a late timer. Resolves with the send times by frame. */
export async function sendFrames(
  frames: readonly PrebuiltFrame[],
  emit: (frame: PrebuiltFrame) => void,
): Promise<number[]> {
  const sentAt: number[] = []
  const start = performance.now()
  for (const frame of frames) {
    const wait = frame.dueMs - (performance.now() - start)
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sentAt.push(performance.timeOrigin + performance.now())
    emit(frame)
  }
  return sentAt
}
