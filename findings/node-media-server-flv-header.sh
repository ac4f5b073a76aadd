#!/usr/bin/env bash
# node-media-server 4.4.3: the FLV header of every stream announces sound and picture (flags 5), also of a stream that
# ffmpeg publishes without sound. Its script tag keeps the RTMP prefix "@setDataFrame", so its metadata does not reach
# players either. flv.js and mpegts.js wait for the announced sound for ever, without an error. FLV specification: TypeFlagsAudio says that audio tags are present; a script tag
# starts with the name "onMetaData".
# Exit code 0 if the behaviour is as described, 1 if it has changed, 2 without ffmpeg.
set -euo pipefail
command -v ffmpeg >/dev/null || { echo 'ffmpeg is not installed'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent node-media-server@4.4.3
cat >check.mjs <<'JS'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import NodeMediaServer from 'node-media-server'

const { version } = JSON.parse(readFileSync('node_modules/node-media-server/package.json', 'utf8'))
const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
const [rtmp, http] = [await freePort(), await freePort()]
const print = console.log
console.log = () => undefined // the log of the library
new NodeMediaServer({ bind: '127.0.0.1', rtmp: { port: rtmp }, http: { port: http } }).run()
await wait(500)
const source = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=25', '-t', '20']
const encoding = ['-an', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p']
const target = ['-f', 'flv', `rtmp://127.0.0.1:${rtmp}/live/picture`]
const publisher = spawn('ffmpeg', ['-loglevel', 'error', ...source, ...encoding, ...target], { stdio: 'inherit' })
await wait(4_000)

/** The first 400 bytes and the types of the tags in 100 KB of the stream. */
const response = await fetch(`http://127.0.0.1:${http}/live/picture.flv`)
let bytes = Buffer.alloc(0)
const deadline = Date.now() + 8_000
for await (const part of response.body) {
  bytes = Buffer.concat([bytes, part])
  if (bytes.length > 100_000 || Date.now() > deadline) break
}
publisher.kill('SIGKILL')
const types = new Set()
for (let at = 13; at + 11 <= bytes.length; at += 15 + bytes.readUIntBE(at + 1, 3)) types.add(bytes[at])
const script = bytes.subarray(24, 60).toString('latin1')
print(`node-media-server ${version} on Node ${process.version}`)
print(`FLV header flags: ${bytes[4]} (1 picture, 4 sound); types of the tags: ${[...types].join(', ')} (9 picture, 18 script, 8 sound)`)
print(`script tag starts with: ${JSON.stringify(script.replaceAll(/[^\x20-\x7e]/g, '.'))}`)
const isAsDescribed =
  version === '4.4.3' && bytes[4] === 5 && types.has(9) && !types.has(8) && script.includes('@setDataFrame')
print(isAsDescribed ? 'As described: sound is announced that does not exist.' : 'The behaviour has changed.')
process.exit(isAsDescribed ? 0 : 1)
JS
node check.mjs
