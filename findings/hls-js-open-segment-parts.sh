#!/usr/bin/env bash
# hls.js 1.7.4: after the whole segments of a low-latency playlist, it loads no part of the open segment unless the parts
# that are listed before that segment, without the first one, are at least as long as it. shouldLoadParts() requires
# loaded media up to the end of the first part of the list plus the length of the open segment, but whole segments end
# where the open one begins. A player that follows a new stream with long segments stands until the first one is closed.
# RFC 8216bis, 4.4.4.9: parts allow playback of media near the live edge before the whole segment is available.
# Needs ffmpeg and Chromium with H.264 (CHROMIUM_PATH, or chromium-headless-shell).
# Exit code 0 if the behaviour is as described, 1 if it has changed, 2 without ffmpeg or Chromium.
set -euo pipefail
chromium=${CHROMIUM_PATH:-$(command -v chromium-headless-shell || true)}
command -v ffmpeg >/dev/null && [ -n "$chromium" ] || { echo 'ffmpeg or Chromium is not installed'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent hls.js@1.7.4 playwright-core@1.65.1
# Fragments of half a second, each with a key frame.
ffmpeg -loglevel error -f lavfi -i testsrc=size=64x36:rate=10:duration=8 -c:v libx264 -preset ultrafast -g 5 \
  -keyint_min 5 -sc_threshold 0 -bf 0 -pix_fmt yuv420p -movflags empty_moov+default_base_moof+frag_keyframe media.mp4
cat >check.mjs <<'JS'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'

const { version } = JSON.parse(readFileSync('node_modules/hls.js/package.json', 'utf8'))
const PART_SECONDS = 0.5
const media = readFileSync('media.mp4')
let init = media
const parts = []
for (let at = 0, start = 0; at < media.length; at += media.readUInt32BE(at)) {
  const type = media.toString('latin1', at + 4, at + 8)
  if (type === 'moof') {
    if (parts.length === 0) init = media.subarray(0, at)
    start = at
  } else if (type === 'mdat') parts.push(media.subarray(start, at + media.readUInt32BE(at)))
}

/** A live playlist of one closed segment and an open one, with so many parts each. */
function playlist(closed, open) {
  const partLines = (from, count) =>
    Array.from({ length: count }, (_, index) => `#EXT-X-PART:DURATION=${PART_SECONDS},INDEPENDENT=YES,URI="part${from + index}.m4s"`)
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    '#EXT-X-TARGETDURATION:6',
    `#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=${3 * PART_SECONDS}`,
    `#EXT-X-PART-INF:PART-TARGET=${PART_SECONDS}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-MAP:URI="init.mp4"',
    ...partLines(0, closed),
    `#EXTINF:${closed * PART_SECONDS},`,
    `segment0-${closed}.m4s`,
    ...partLines(closed, open),
    '',
  ].join('\n')
}

const server = createServer((request, response) => {
  const path = request.url.slice(1)
  const [, closed, open] = /^(\d+)-(\d+)\.m3u8$/.exec(path) ?? []
  const [, part] = /^part(\d+)\.m4s$/.exec(path) ?? []
  const [, end] = /^segment0-(\d+)\.m4s$/.exec(path) ?? []
  if (closed !== undefined) response.setHeader('content-type', 'application/vnd.apple.mpegurl').end(playlist(Number(closed), Number(open)))
  else if (path === 'init.mp4') response.end(init)
  else if (part !== undefined) response.end(parts[part])
  else if (end !== undefined) response.end(Buffer.concat(parts.slice(0, end)))
  else if (path === 'hls.js') response.setHeader('content-type', 'text/javascript').end(readFileSync('node_modules/hls.js/dist/hls.min.js'))
  else response.setHeader('content-type', 'text/html').end('<video muted></video><script src="hls.js"></script>')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${server.address().port}`
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })

/** What the player loads in five seconds, and how many parts of the open segment are among it. */
async function loaded(closed, open) {
  const page = await browser.newPage()
  const files = []
  page.on('request', (request) => /\.m4s$/.test(request.url()) && files.push(request.url().split('/').at(-1)))
  await page.goto(origin)
  await page.evaluate((source) => {
    const hls = new Hls({ lowLatencyMode: true, startPosition: 0 })
    hls.loadSource(source)
    hls.attachMedia(document.querySelector('video'))
    document.querySelector('video').play().catch(() => undefined)
  }, `${origin}/${closed}-${open}.m3u8`)
  await wait(5_000)
  await page.close()
  const count = files.filter((file) => Number(/^part(\d+)/.exec(file)?.[1] ?? -1) >= closed).length
  console.log(`closed segment of ${closed} parts, open one of ${open}: ${count} parts of the open one are loaded (${files.join(', ') || 'nothing'})`)
  return count
}

console.log(`hls.js ${version} on Node ${process.version}, ${browser.version()}, ${parts.length} parts of ${PART_SECONDS} s`)
const short = await loaded(2, 6)
const long = await loaded(8, 3)
await browser.close()
server.close()
const isAsDescribed = version === '1.7.4' && parts.length === 16 && short === 0 && long > 0
console.log(isAsDescribed ? 'As described: the parts of the longer open segment are not loaded.' : 'The behaviour has changed.')
process.exit(isAsDescribed ? 0 : 1)
JS
node check.mjs "$chromium"
