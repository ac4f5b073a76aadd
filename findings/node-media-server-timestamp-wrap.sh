#!/usr/bin/env bash
# node-media-server 4.4.3: drops every RTMP message after times that are sent as deltas have passed 2^32 ms, until the
# next message with an absolute time. It adds deltas without a limit and drops what is above 0xffffffff. RTMP 1.0, 4
# (Byte Order, Alignment, and Time Format): timestamps are 32 bits long and roll over every 49 days, so an application
# should use serial number arithmetic. A publisher whose clock starts late, or that runs for long, sends such times.
# Exit code 0 if the behaviour is as described, 1 if it has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent node-media-server@4.4.3
cat >check.cjs <<'JS'
const { readFileSync } = require('node:fs')
const Rtmp = require('node-media-server/src/protocol/rtmp.js')

const { version } = JSON.parse(readFileSync('node_modules/node-media-server/package.json', 'utf8'))
const rtmp = new Rtmp()
const received = []
rtmp.onOutputCallback = () => undefined
rtmp.onPacketCallback = ({ dts }) => received.push(dts)
rtmp.parserData(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)])) // the handshake

const STREAM = 4
const AUDIO = 8
const SOUND = Buffer.from([0xaf, 1, 0x21, 0x10])
/** A message of sound with an absolute time (format 0) or with the time since the one before (format 1). */
function message(format, time) {
  const head = Buffer.alloc(format === 0 ? 12 : 8)
  head[0] = (format << 6) | STREAM
  head.writeUIntBE(Math.min(time, 0xffffff), 1, 3)
  head.writeUIntBE(SOUND.length, 4, 3)
  head[7] = AUDIO
  const extended = Buffer.alloc(time >= 0xffffff ? 4 : 0)
  if (extended.length > 0) extended.writeUInt32BE(time)
  return Buffer.concat([head, extended, SOUND])
}
/** Times of the messages that the server takes. */
function taken(...messages) {
  received.length = 0
  for (const bytes of messages) rtmp.parserData(bytes)
  return received.join(', ') || 'none'
}
const before = taken(message(0, 2 ** 32 - 100), message(1, 40), message(1, 40))
const after = taken(...Array.from({ length: 50 }, () => message(1, 40)))
const absolute = taken(message(0, 2_000), message(1, 40))
console.log(`node-media-server ${version} on Node ${process.version}`)
console.log(`3 messages up to 2^32 - 20 ms are taken at: ${before}`)
console.log(`50 messages, each 40 ms later, are taken at: ${after}`)
console.log(`a message with an absolute time of 2000 ms, and one 40 ms later, are taken at: ${absolute}`)
const isAsDescribed =
  version === '4.4.3' &&
  before === '4294967196, 4294967236, 4294967276' &&
  after === 'none' &&
  absolute === '2000, 2040'
console.log(isAsDescribed ? 'As described: nothing is taken from 2^32 ms to the next absolute time.' : 'The behaviour has changed.')
process.exitCode = isAsDescribed ? 0 : 1
JS
node check.cjs
