// The RTMP server in its own process: node-media-server keeps global state, exits when its port is in use, and parses
// untrusted data. It accepts publishers by stream key and forwards their frames. It serves no players, opens no other
// port and writes no file. Plain JavaScript, because a process starts from a file and Node 20 does not load TypeScript.
// The other end, with the types of its messages, is `rtmp-process.ts` and `rtmp-report.ts`.
import NodeMediaServer from 'node-media-server'
import Context from 'node-media-server/src/core/context.js'
import { checkStreamKey, checkStreamToken } from './stream-key.mjs'

const APP = 'live'
const MAX_CONNECTIONS = 64
/** A connection that has not published by then, or has sent this much before, is closed. */
const PUBLISH_LIMIT_MS = 10_000
const LIMIT_BEFORE_PUBLISH_BYTES = 16 * 1024
/** Maximum size of a frame, and of data waiting for the main process. */
const MAX_TAG_BYTES = 8 * 1024 * 1024
const MAX_WAITING_BYTES = 32 * 1024 * 1024
/** Maximum number of unfinished messages of a connection; encoders use three to six chunk streams. */
const MAX_UNFINISHED = 16
/** A refused connection may read its error status for this long. */
const REFUSED_LIMIT_MS = 1_000
/** Code of the error status for a wrong or busy key; the description says which. */
const REFUSED = 'NetStream.Publish.BadName'
/** Heartbeat interval. */
const ALIVE_EVERY_MS = 1_000
/** Types of RTMP messages that are forwarded: sound, picture, script. */
const FORWARDED = new Set([8, 9, 18])
/**
 * Frames wait this long for others at most, because each message to the main process costs more than a frame: one
 * millisecond for each publisher, up to this.
 */
const MAX_FRAME_DELAY_MS = 40
const SEND_AT_BYTES = 512 * 1024
/** Publisher, type, time, size; then the body. `tagsOf` in `rtmp-report.ts` reads it. */
const FRAME_HEADER_BYTES = 10
const CLOCK_RANGE = 2 ** 32

/** Publishing sessions by id. */
const publishers = new Map()
const publishingSockets = new WeakSet()
/** Connections that get an error status and are closed by then. */
const refusedSockets = new WeakSet()
/** Connections that have not published, by number. */
const waiting = new Map()
let lastConnection = 0
/** Hashes of stream keys by stream. Other streams use signed keys. */
let keyHashes = new Map()
let waitingBytes = 0
/** Frames for the main process; reused after each message. */
let frames = Buffer.allocUnsafe(SEND_AT_BYTES)
let frameBytes = 0
/** Connections of the frames, by the number in their headers. */
let frameOwners = []
let frameTimer = null

/** Frames that were received before the message are sent before it. */
function report(message) {
  sendFrames()
  send(message, 0)
}

function send(message, size) {
  if (!process.connected) return
  waitingBytes += size
  process.send(message, (error) => {
    waitingBytes -= size
    if (error) process.exit(0)
  })
}

/**
 * Refuses a session with an error status, and ends it by an exception inside of node-media-server before it changes any
 * state; `guard` catches it.
 */
function turnAway(session, reason, problem = null) {
  report({ kind: 'refused', stream: String(session.streamName).slice(0, 64), reason, problem })
  sendRefusal(session, reason)
  throw new Error(reason)
}

function sendRefusal({ rtmp, socket }, reason) {
  rtmp.sendStatusMessage(rtmp.streamId ?? 1, 'error', REFUSED, `Publishing refused: ${reason}`)
  refusedSockets.add(socket)
}

/** Closes a refused connection after its error status. */
function endRefused(socket) {
  socket.end()
  setTimeout(() => socket.destroy(), REFUSED_LIMIT_MS).unref()
}

/** The main process has decided about a publisher with a valid key: `reason` says why it is refused. */
function decide({ id, reason }) {
  const session = publishers.get(id)
  if (!session) return
  if (reason === null) return session.rtmp.acceptPublish()
  sendRefusal(session, reason)
  endRefused(session.socket)
}

function beforePublish(session, signingKey) {
  if (publishers.has(session.id)) turnAway(session, 'it publishes something else on this connection')
  if (session.streamApp !== APP) turnAway(session, `it is not below /${APP}`)
  const verdict = verdictOf(session, signingKey)
  if (verdict !== 'good') turnAway(session, `its key is ${verdict}`, 'key')
}

/** An empty signing key accepts no signed keys. */
function verdictOf({ streamName, streamQuery }, signingKey) {
  if (keyHashes.has(streamName)) return checkStreamToken(keyHashes.get(streamName), streamQuery.key)
  return signingKey === '' ? 'wrong' : checkStreamKey(signingKey, streamName, streamQuery.key, Date.now())
}

/**
 * Also emitted for a second publisher, which node-media-server would refuse right after. The main process knows the rooms,
 * so it answers the publisher (`decide`).
 */
function afterPublish(session) {
  const { broadcast, socket } = session
  if (broadcast.publisher !== null) turnAway(session, 'somebody else publishes it', 'busy')
  broadcast.publishGraceMs = 0 // Instead of half a minute without notification.
  publishers.set(session.id, session)
  publishingSockets.add(socket)
  socket.emit('published')
  session.rtmp.onPacketCallback = (packet) => handOn(session, packet)
  let hasEnded = false
  session.rtmp.onDeleteStream = () => {
    hasEnded = true // Sent by a publisher that stops, not by one that is disconnected.
  }
  socket.once('close', () => {
    publishers.delete(session.id)
    broadcast.donePublish(session)
    report({ kind: 'gone', id: session.id, hasEnded })
  })
  report({ kind: 'publish', id: session.id, stream: session.streamName, address: socket.remoteAddress ?? '' })
}

/** Copies a frame, because the parser reuses its buffer, for the next message to the main process. */
function handOn(session, { codec_type: type, dts, size, data }) {
  if (!FORWARDED.has(type)) return
  if (size > MAX_TAG_BYTES || waitingBytes + frameBytes + size > MAX_WAITING_BYTES) return session.socket.destroy()
  const end = frameBytes + FRAME_HEADER_BYTES + size
  if (end > frames.length) frames = Buffer.concat([frames.subarray(0, frameBytes)], Math.max(end, frames.length * 2))
  let owner = frameOwners.indexOf(session.id)
  if (owner < 0) owner = frameOwners.push(session.id) - 1
  frames[frameBytes] = owner
  frames[frameBytes + 1] = type
  frames.writeUInt32BE(dts, frameBytes + 2)
  frames.writeUInt32BE(size, frameBytes + 6)
  data.copy(frames, frameBytes + FRAME_HEADER_BYTES, 0, size)
  frameBytes = end
  if (frameBytes >= SEND_AT_BYTES) sendFrames()
  else frameTimer ??= setTimeout(sendFrames, Math.min(MAX_FRAME_DELAY_MS, publishers.size))
}

function sendFrames() {
  clearTimeout(frameTimer)
  frameTimer = null
  if (frameBytes === 0) return
  // The message contains a copy.
  send({ kind: 'tags', ids: frameOwners, frames: frames.subarray(0, frameBytes) }, frameBytes)
  frameBytes = 0
  frameOwners = []
  if (frames.length > SEND_AT_BYTES * 2) frames = Buffer.allocUnsafe(SEND_AT_BYTES)
}

/**
 * A message allocates its announced size with its first bytes, so the announced size is checked. Times of publishers that
 * send differences may pass 32 bits; node-media-server would drop every message after that.
 */
function boundMessages({ rtmp, socket }) {
  const take = rtmp.packetAlloc.bind(rtmp)
  rtmp.packetAlloc = () => {
    const max = publishingSockets.has(socket) ? MAX_TAG_BYTES : LIMIT_BEFORE_PUBLISH_BYTES
    if (rtmp.parserPacket.header.length > max) throw new Error('a message is too large')
    if (rtmp.inPackets.size > MAX_UNFINISHED) throw new Error('too many unfinished messages')
    rtmp.parserPacket.clock %= CLOCK_RANGE
    take()
  }
}

/** node-media-server accepts a publisher before it asks whether it may publish. */
function deferAcceptance({ rtmp }) {
  rtmp.acceptPublish = rtmp.respondPublish.bind(rtmp)
  rtmp.respondPublish = () => undefined
}

/** Tells the main process, which counts by address, that a connection waits to publish, and when it no longer does. */
function announce(socket) {
  lastConnection += 1
  const connection = lastConnection
  waiting.set(connection, socket)
  report({ kind: 'waiting', connection, address: socket.remoteAddress ?? '' })
  const settle = () => {
    if (waiting.delete(connection)) report({ kind: 'settled', connection })
  }
  socket.once('published', settle)
  socket.once('close', settle)
}

/** Limits a connection before it publishes. An exception of the parser ends only that connection. */
function guard(socket) {
  announce(socket)
  for (const session of Context.sessions.values()) {
    if (session.socket !== socket) continue
    boundMessages(session)
    deferAcceptance(session)
  }
  const listeners = socket.listeners('data')
  const overdue = setTimeout(() => {
    if (!publishingSockets.has(socket)) socket.destroy()
  }, PUBLISH_LIMIT_MS)
  let received = 0
  const read = (bytes) => {
    if (!publishingSockets.has(socket)) received += bytes.length
    if (received > LIMIT_BEFORE_PUBLISH_BYTES) throw new Error('media was sent before publishing')
    for (const listener of listeners) listener(bytes)
  }
  socket.removeAllListeners('data')
  socket.on('data', (bytes) => {
    if (refusedSockets.has(socket)) return
    try {
      read(bytes)
    } catch {
      if (refusedSockets.has(socket)) endRefused(socket)
      else socket.destroy()
    }
  })
  socket.once('close', () => clearTimeout(overdue))
}

function start({ host, port, signingKey }) {
  const server = new NodeMediaServer({
    bind: host,
    rtmp: { port: 1 }, // Creates the listener. The port is set below, because 0 (any free port) counts as none here.
    webadmin: { enable: false },
  })
  server.on('prePublish', (session) => beforePublish(session, signingKey))
  server.on('postPublish', afterPublish)
  server.on('prePlay', (session) => turnAway(session, 'nothing is played here'))
  const listener = server.rtmpServer.tcpServer
  listener.maxConnections = MAX_CONNECTIONS
  listener.on('connection', guard)
  listener.once('error', (error) => {
    report({ kind: 'failed', reason: error.code ?? error.message })
    setTimeout(() => process.exit(1), 100)
  })
  setInterval(() => report({ kind: 'alive' }), ALIVE_EVERY_MS)
  listener.listen(port, host, () => report({ kind: 'listening', port: listener.address().port }))
}

process.on('message', (message) => {
  if (message.kind === 'start') start(message)
  if (message.kind === 'keys') keyHashes = new Map(message.hashes)
  if (message.kind === 'decide') decide(message)
  if (message.kind === 'drop') publishers.get(message.id)?.socket.destroy()
  if (message.kind === 'refuse') waiting.get(message.connection)?.resetAndDestroy()
})
process.once('disconnect', () => process.exit(0))
// Ctrl-C reaches the process group. The main process ends this one by closing the channel.
process.on('SIGINT', () => undefined)
