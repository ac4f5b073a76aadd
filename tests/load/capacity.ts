import { CONNECTION_LIMITS } from '#server/rooms/socket/connections.ts'
import { intervalAlone } from '#server/rooms/frame-pace.ts'
import { gatherTime } from '#server/rooms/frames.ts'

/** Costs of one process. docs/operations.md has the commands that measure them. */
export interface Costs {
  /** CPU of a frame written to one viewer, microseconds. */
  readonly writeUs: number
  /** CPU of a frame sent to one relay, microseconds. */
  readonly relayWriteUs: number
  /** Resident memory without viewers, MB. */
  readonly baseMb: number
  /** Resident memory of a viewer's connection, KB. */
  readonly connectionKb: number
  /** Resident memory at the origin of a viewer at a relay, KB. */
  readonly virtualKb: number
  /** Sealed bytes of a message. */
  readonly messageBytes: number
}

/** Measured on 2 cores with the generator on the same machine, 2026-11-26. */
export const MEASURED: Costs = {
  writeUs: 10,
  relayWriteUs: 12,
  baseMb: 100,
  connectionKb: 17,
  virtualKb: 6,
  messageBytes: 101,
}

/** TCP, IP and WebSocket headers of a frame. */
const HEADER_BYTES = 56
/** Viewers of a relay: half of its limit, so that the other relays can take over the viewers of a lost one. */
export const VIEWERS_PER_RELAY = CONNECTION_LIMITS.total / 2
const SECONDS_PER_HOUR = 3_600

export interface Fleet {
  readonly viewers: number
  readonly relays: number
  readonly intervalMs: number
  /** Frames written to viewers per second, by all relays. */
  readonly writesPerSecond: number
  readonly coresPerRelay: number
  readonly mbPerRelay: number
  readonly mbitPerRelay: number
  /** Cores that the origin needs to feed the relays; messages and calls are not included. */
  readonly originCores: number
  /** Memory at the origin, MB; of all processes together if there are several. */
  readonly originMb: number
  /** Outgoing traffic to viewers, GB per hour. */
  readonly gbPerHour: number
}

/**
 * Relays and resources for a room with this many viewers and messages.
 *
 * @throws RangeError if a number is not positive
 */
export function sizeFleet(viewers: number, messagesPerSecond: number, costs: Costs = MEASURED): Fleet {
  if (!(viewers > 0) || !(messagesPerSecond > 0)) throw new RangeError('viewers and messages must be positive')
  const relays = Math.ceil(viewers / VIEWERS_PER_RELAY)
  const intervalMs = Math.ceil(intervalAlone(Math.ceil(viewers / relays), costs.writeUs / 1_000))
  const framesPerSecond = Math.min(messagesPerSecond, 1_000 / intervalMs)
  const writesPerSecond = framesPerSecond * viewers
  const bytesPerSecond = viewers * (messagesPerSecond * costs.messageBytes + framesPerSecond * HEADER_BYTES)
  return {
    viewers,
    relays,
    intervalMs,
    writesPerSecond,
    coresPerRelay: (writesPerSecond * costs.writeUs) / 1e6 / relays,
    mbPerRelay: costs.baseMb + ((viewers / relays) * costs.connectionKb) / 1_000,
    mbitPerRelay: (bytesPerSecond * 8) / 1e6 / relays,
    originCores: (framesPerSecond * relays * costs.relayWriteUs) / 1e6,
    originMb: costs.baseMb + (viewers * costs.virtualKb) / 1_000,
    gbPerHour: (bytesPerSecond * SECONDS_PER_HOUR) / 1e9,
  }
}

/** Price of a fleet per hour, in the currency of the prices. */
export function pricePerHour(fleet: Fleet, prices: { relayHour: number; gb: number }): number {
  return fleet.relays * prices.relayHour + fleet.gbPerHour * prices.gb
}

const SIMULATED_MS = 10_000
const SAMPLED_VIEWERS = 100

/**
 * Simulates the sending of a room and returns the lag from the message to viewers, milliseconds. Messages arrive evenly,
 * wait for others, then for the next frame; the origin writes a frame to its relays in turn, and each relay to its
 * viewers in turn. A process that is still busy with a frame delays the next one. Network time is not included.
 */
export function simulateLag(
  viewers: number,
  messagesPerSecond: number,
  costs: Costs = MEASURED,
): { p50: number; p99: number } {
  const { relays, intervalMs } = sizeFleet(viewers, messagesPerSecond, costs)
  const perRelay = Math.ceil(viewers / relays)
  const writeMs = (perRelay * costs.writeUs) / 1_000
  const lastRelayMs = relays > 1 ? (relays * costs.relayWriteUs) / 1_000 : 0
  const gatherMs = gatherTime(viewers)
  const lags: number[] = []
  let frameAt = 0
  let freeAt = 0
  for (let count = 0; count < (SIMULATED_MS / 1_000) * messagesPerSecond; count += 1) {
    const sentAt = (count * 1_000) / messagesPerSecond
    // Writes of the log are `gatherMs` apart, frames at least `intervalMs`.
    const storedAt = gatherMs === 0 ? sentAt : Math.ceil(sentAt / gatherMs) * gatherMs
    if (storedAt > frameAt) {
      frameAt = Math.max(storedAt, frameAt + intervalMs)
      freeAt = Math.max(freeAt, frameAt + lastRelayMs) + writeMs
    }
    for (let viewer = 1; viewer <= SAMPLED_VIEWERS; viewer += 1) {
      lags.push(freeAt - writeMs + (viewer / SAMPLED_VIEWERS) * writeMs - sentAt)
    }
  }
  const sorted = Float64Array.from(lags).sort()
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

/** The plan of docs/operations.md as rows of a table. */
export function planRows(messagesPerSecond: number): string[] {
  return [5_000, 20_000, 100_000, 300_000, 1_000_000].map((viewers) => {
    const fleet = sizeFleet(viewers, messagesPerSecond)
    const lag = simulateLag(viewers, messagesPerSecond)
    const cells = [
      viewers.toLocaleString('en'),
      fleet.relays,
      fleet.intervalMs,
      Math.round(fleet.writesPerSecond).toLocaleString('en'),
      fleet.coresPerRelay.toFixed(2),
      Math.round(fleet.mbPerRelay),
      Math.round(fleet.mbitPerRelay),
      fleet.originCores.toFixed(2),
      Math.round(fleet.originMb),
      Math.round(fleet.gbPerHour).toLocaleString('en'),
      Math.round(lag.p99),
    ]
    return `| ${cells.join(' | ')} |`
  })
}
