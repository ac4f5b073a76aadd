// The RTMP server, in a process of its own: node-media-server keeps its state in globals, ends the process when its port
// is taken, and reads what strangers send. Nothing it does can harm the main server. It lets publishers in by their
// stream key and hands on what they send; it plays to nobody, opens no other port and writes no file. Plain JavaScript,
// because a process starts from a file and Node 20 reads no TypeScript. The other end, with the types of these messages,
// is `rtmp-process.ts` and `rtmp-report.ts`.
import NodeMediaServer from 'node-media-server'
import Context from 'node-media-server/src/core/context.js'
import { checkStreamKey } from './stream-key.mjs'

const APP = 'live'
const MOST_CONNECTIONS = 64
/** Whoever has not begun to publish by then, or has sent this much before, is cut. */
const PUBLISH_LIMIT_MS = 10_000
const LIMIT_BEFORE_PUBLISH_BYTES = 16 * 1024
/** No coded frame is larger, and no more than this waits for the main process. */
const MOST_TAG_BYTES = 8 * 1024 * 1024
const MOST_WAITING_BYTES = 32 * 1024 * 1024
/** Messages that one connection may have begun at once; encoders send on three to six chunk streams. */
const MOST_UNFINISHED = 16
/** Once a second it says that it does not hang. */
const ALIVE_EVERY_MS = 1_000
const KINDS = new Map([
  [8, 'audio'],
  [9, 'video'],
  [18, 'script'],
])

/** Sessions that publish, by their id. */
const publishers = new Map()
const publishingSockets = new WeakSet()
let waitingBytes = 0

function tell(message, size = 0) {
  if (!process.connected) return
  waitingBytes += size
  process.send(message, (error) => {
    waitingBytes -= size
    if (error) process.exit(0)
  })
}

/** Ends a session out of the middle of node-media-server, before that has changed anything: `guard` catches it. */
function turnAway(session, reason) {
  tell({ kind: 'refused', stream: String(session.streamName).slice(0, 64), reason })
  throw new Error(reason)
}

function beforePublish(session, signingKey) {
  if (publishers.has(session.id)) turnAway(session, 'it publishes something else on this connection')
  if (session.streamApp !== APP) turnAway(session, `it is not below /${APP}`)
  const verdict = checkStreamKey(signingKey, session.streamName, session.streamQuery.key, Date.now())
  if (verdict !== 'good') turnAway(session, `its key is ${verdict}`)
}

/** Emitted for a second publisher too, whom node-media-server would refuse right after it. */
function afterPublish(session) {
  const { broadcast, socket } = session
  if (broadcast.publisher !== null) turnAway(session, 'somebody else publishes it')
  broadcast.publishGraceMs = 0 // instead of half a minute in which nobody is told that the publisher has gone
  publishers.set(session.id, session)
  publishingSockets.add(socket)
  session.rtmp.onPacketCallback = (packet) => handOn(session, packet)
  let hasEnded = false
  session.rtmp.onDeleteStream = () => {
    hasEnded = true // said by whoever stops, and by nobody who is cut off
  }
  socket.once('close', () => {
    publishers.delete(session.id)
    broadcast.donePublish(session)
    tell({ kind: 'gone', id: session.id, hasEnded })
  })
  tell({ kind: 'publish', id: session.id, stream: session.streamName, address: socket.remoteAddress ?? '' })
}

/** Hands one frame to the main process: a copy, since the parser uses its buffer again. */
function handOn(session, packet) {
  const kind = KINDS.get(packet.codec_type)
  if (kind === undefined) return
  if (packet.size > MOST_TAG_BYTES || waitingBytes + packet.size > MOST_WAITING_BYTES) return session.socket.destroy()
  const body = Buffer.from(packet.data.subarray(0, packet.size))
  tell({ kind: 'tag', id: session.id, tag: { kind, time: packet.dts, body } }, packet.size)
}

/** Room for a message is taken when its first bytes come, for as many as it says that it has: what it says is looked at. */
function boundMessages({ rtmp, socket }) {
  const take = rtmp.packetAlloc.bind(rtmp)
  rtmp.packetAlloc = () => {
    const most = publishingSockets.has(socket) ? MOST_TAG_BYTES : LIMIT_BEFORE_PUBLISH_BYTES
    if (rtmp.parserPacket.header.length > most) throw new Error('it begins a message that is too large')
    if (rtmp.inPackets.size > MOST_UNFINISHED) throw new Error('it begins too many messages')
    take()
  }
}

/** Bounds what a connection may do before it publishes; what the parser throws at ends that connection alone. */
function guard(socket) {
  for (const session of Context.sessions.values()) if (session.socket === socket) boundMessages(session)
  const listeners = socket.listeners('data')
  const overdue = setTimeout(() => {
    if (!publishingSockets.has(socket)) socket.destroy()
  }, PUBLISH_LIMIT_MS)
  let received = 0
  const read = (bytes) => {
    if (!publishingSockets.has(socket)) received += bytes.length
    if (received > LIMIT_BEFORE_PUBLISH_BYTES) throw new Error('it sends media before it publishes')
    for (const listener of listeners) listener(bytes)
  }
  socket.removeAllListeners('data')
  socket.on('data', (bytes) => {
    try {
      read(bytes)
    } catch {
      socket.destroy()
    }
  })
  socket.once('close', () => clearTimeout(overdue))
}

function start({ host, port, signingKey }) {
  const server = new NodeMediaServer({
    bind: host,
    rtmp: { port: 1 }, // makes the listener; where it listens is said below, since 0 (any free port) counts as none here
    webadmin: { enable: false },
  })
  server.on('prePublish', (session) => beforePublish(session, signingKey))
  server.on('postPublish', afterPublish)
  server.on('prePlay', (session) => turnAway(session, 'nothing is played here'))
  const listener = server.rtmpServer.tcpServer
  listener.maxConnections = MOST_CONNECTIONS
  listener.on('connection', guard)
  listener.once('error', (error) => {
    tell({ kind: 'failed', reason: error.code ?? error.message })
    setTimeout(() => process.exit(1), 100)
  })
  setInterval(() => tell({ kind: 'alive' }), ALIVE_EVERY_MS)
  listener.listen(port, host, () => tell({ kind: 'listening', port: listener.address().port }))
}

process.on('message', (message) => {
  if (message.kind === 'start') start(message)
  if (message.kind === 'drop') publishers.get(message.id)?.socket.destroy()
})
process.once('disconnect', () => process.exit(0))
// Ctrl-C reaches the whole group: the main process says when it is time to go, by closing the channel.
process.on('SIGINT', () => undefined)
