import { SECOND_MS } from '#protocol/time.ts'
import type { DatabaseLog } from '../database/database.ts'
import { type SharedState, SharedStateError } from '../database/shared/shared-state.ts'
import type { RoomHub } from './hub.ts'
import type { Room } from './room.ts'
import type { RoomWriter } from './room-writer.ts'

const COUNTS = 'grandstand:viewers'
const REPORT_EVERY_MS = 2 * SECOND_MS
/** Viewers of a process that was killed count for this time. */
const LIFETIME_MS = 6 * SECOND_MS

/** Stores the counts of one process, removes expired ones, and returns those of the others. */
const EXCHANGE = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[3] == '' then redis.call('hdel', KEYS[1], ARGV[1])
else redis.call('hset', KEYS[1], ARGV[1], string.format('%.0f', now + ARGV[2]) .. ' ' .. ARGV[3]) end
local others = {}
local all = redis.call('hgetall', KEYS[1])
for index = 1, #all, 2 do
  local split = string.find(all[index + 1], ' ', 1, true)
  if tonumber(string.sub(all[index + 1], 1, split - 1)) <= now then redis.call('hdel', KEYS[1], all[index])
  elseif all[index] ~= ARGV[1] then others[#others + 1] = string.sub(all[index + 1], split + 1) end
end
redis.call('pexpire', KEYS[1], ARGV[2])
return others`

/** Numbers of viewers by room. */
type ViewerCounts = Readonly<Record<string, number>>

interface ProcessCounts {
  /** Viewers with a socket. */
  readonly real: ViewerCounts
  /** Simulated viewers; of the process that writes the rooms only. */
  readonly crowd: ViewerCounts
}

interface ViewerTotalsOptions {
  readonly shared: SharedState
  readonly hub: RoomHub
  readonly writer: RoomWriter
  readonly processId: string
  readonly log: DatabaseLog
}

/** Exchanges the viewer counts of the processes through Redis every two seconds. */
export class ViewerTotals {
  readonly #options: ViewerTotalsOptions
  readonly #timer: ReturnType<typeof setInterval>

  constructor(options: ViewerTotalsOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#exchange(), REPORT_EVERY_MS)
    this.#timer.unref()
  }

  /** Removes the counts of this process. Without Redis they expire. */
  close(): void {
    clearInterval(this.#timer)
    this.#send('').catch(() => [])
  }

  async #exchange(): Promise<void> {
    const { hub, writer, log } = this.#options
    try {
      const counts: ProcessCounts = {
        real: countsOf(hub.rooms, (room) => room.presence.viewers),
        crowd: writer.isHere ? countsOf(hub.rooms, (room) => room.crowdViewers) : {},
      }
      const others = (await this.#send(JSON.stringify(counts))).map((text) => JSON.parse(text) as ProcessCounts)
      const [real, crowd] = [sumOf(others.map((other) => other.real)), sumOf(others.map((other) => other.crowd))]
      for (const room of hub.rooms) {
        room.viewersElsewhere = real.get(room.chatRoomNo) ?? 0
        if (!writer.isHere) room.crowdViewers = crowd.get(room.chatRoomNo) ?? 0
        hub.viewersChanged(room)
      }
    } catch (error) {
      // The last counts remain while Redis is away.
      if (!(error instanceof SharedStateError)) log.error({ err: error }, 'viewers were not counted')
    }
  }

  async #send(counts: string): Promise<string[]> {
    const { shared, processId } = this.#options
    const others = await shared.run((client) =>
      client.eval(EXCHANGE, { keys: [COUNTS], arguments: [processId, String(LIFETIME_MS), counts] }),
    )
    return others as string[]
  }
}

function countsOf(rooms: readonly Room[], countOf: (room: Room) => number): ViewerCounts {
  const counts = rooms.map((room): [string, number] => [room.chatRoomNo, countOf(room)])
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

function sumOf(all: readonly ViewerCounts[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const counts of all) {
    for (const [chatRoomNo, count] of Object.entries(counts)) {
      sums.set(chatRoomNo, (sums.get(chatRoomNo) ?? 0) + count)
    }
  }
  return sums
}
