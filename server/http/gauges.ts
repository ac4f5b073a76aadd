import type { KeySessions } from './envelope/key-sessions.ts'
import type { MediaServer } from '../media/media.ts'
import type { Metrics } from './metrics.ts'
import type { ReplayGuard } from './envelope/replay.ts'
import type { SocketServer } from '../rooms/socket/sockets.ts'

/** Metrics that are read from the running rooms when /metrics is requested. */
export function addGauges(
  metrics: Metrics,
  seen: { sockets: SocketServer; media: MediaServer; keySessions: KeySessions; replay: ReplayGuard },
): void {
  metrics.gauge('socket_connections', 'Open socket connections', () => seen.sockets.stats().connections)
  metrics.gauge('socket_cut', 'Slow readers cut since the start', () => seen.sockets.stats().cut)
  metrics.gauge('media_viewers', 'FLV viewers now', () => seen.media.counters.viewers)
  metrics.gauge('media_bytes', 'Bytes of video handed out since the start', () => seen.media.counters.bytes)
  metrics.gauge('media_cut', 'FLV viewers cut since the start', () => seen.media.counters.cut)
  metrics.gauge('key_sessions', 'Envelope sessions in memory', () => seen.keySessions.size)
  metrics.gauge('replay_nonces', 'Nonces remembered against replay', () => seen.replay.size)
}
