/**
 * Renders the clip of one kind of room and encodes it in each quality: `node scripts/draw-clip.mjs KIND [covers | frame ...]`.
 * Needs Chromium and ffmpeg. The product serves the committed `public/live/KIND-HEIGHT.flv`. `covers` only writes the
 * covers of the kind, `public/art/cover-KIND-N.webp`. With frame numbers, like `basketball 130 400`, it only writes
 * these frames as PNG files into the working directory.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { BROWSER_FLAGS, findBrowser, NO_BROWSER_MESSAGE } from './find-browser.mjs'
import { SAMPLE_RATE, soundOf } from './clip/sound.mjs'
import { SCENES } from './clip/frame.mjs'
import { FPS, FRAMES, LOOP_SECONDS, QUALITIES, WIDTH } from './clip/stage.mjs'

const SOURCE = fileURLToPath(new URL('clip', import.meta.url))
const TARGET = fileURLToPath(new URL('../public/live', import.meta.url))
/** The picture is drawn and stored without loss in the largest quality, and scaled to the others. */
const DRAWN = QUALITIES.at(-1)
/** Covers of a clip, at equal distances from its start (`COVERS` in server/calls/room/live.ts). */
const COVERS = 8
const COVER = { width: 480, height: 270, maxBytes: 25_000 }
const COVER_TARGET = fileURLToPath(new URL('../public/art', import.meta.url))
const AAC_FRAMES = (SAMPLE_RATE * LOOP_SECONDS) / 1024

/**
 * Runs ffmpeg with `chunks` on stdin; rejects with its output.
 *
 * @param {string[]} parameters
 * @param {Iterable<Buffer> | AsyncIterable<Buffer>} chunks
 */
async function ffmpeg(parameters, chunks = []) {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...parameters])
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg: ${errors}`))))
  })
  for await (const chunk of chunks) {
    if (!child.stdin.write(chunk)) await new Promise((resolve) => child.stdin.once('drain', resolve))
  }
  child.stdin.end()
  await ended
}

/** Opens the rendering page: the modules of scripts/clip under an invented host name. */
async function openStage() {
  const found = await findBrowser()
  if (found === null) throw new Error(NO_BROWSER_MESSAGE)
  const browser = await chromium.launch({ executablePath: found.executablePath, args: BROWSER_FLAGS })
  const page = await browser.newPage()
  await page.route('http://clip.invalid/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<canvas></canvas>' })
    const contentType = pathname.endsWith('.json') ? 'application/json' : 'text/javascript'
    return route.fulfill({ contentType, body: await readFile(join(SOURCE, pathname)) })
  })
  await page.goto('http://clip.invalid/')
  const draw = async (kind, frame) => {
    const url = await page.evaluate(
      async ([kind, frame, width, height, scale]) => {
        const { drawFrame } = await import('http://clip.invalid/frame.mjs')
        const canvas = document.querySelector('canvas')
        if (canvas.width !== width) Object.assign(canvas, { width, height })
        const context = canvas.getContext('2d')
        context.setTransform(scale, 0, 0, scale, 0, 0)
        drawFrame(context, kind, frame)
        return canvas.toDataURL('image/png')
      },
      [kind, frame, DRAWN.width, DRAWN.height, DRAWN.width / WIDTH],
    )
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  }
  return { draw, close: () => browser.close() }
}

async function* allFrames(kind, draw) {
  for (let frame = 0; frame < FRAMES; frame += 1) {
    if (frame % 100 === 0) console.log(`frame ${frame} of ${FRAMES}`)
    yield draw(kind, frame)
  }
}

/**
 * The sound as 1125 AAC frames: three loops are encoded and the middle one is used, so that its end matches its
 * start.
 */
async function encodeSound(kind, folder) {
  const samples = soundOf(kind)
  const loop = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  const path = join(folder, 'three.aac')
  const input = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', '-']
  await ffmpeg([...input, '-c:a', 'aac', '-b:a', '48k', '-f', 'adts', path], [loop, loop, loop])
  const adts = await readFile(path)
  const frames = []
  for (let at = 0; at < adts.length;) {
    const length = ((adts[at + 3] & 3) << 11) | (adts[at + 4] << 3) | (adts[at + 5] >> 5)
    frames.push(adts.subarray(at, at + length))
    at += length
  }
  // the encoder delays by one frame of 1024 samples, hence the + 1
  return Buffer.concat(frames.slice(AAC_FRAMES + 1, 2 * AAC_FRAMES + 1))
}

/** Encodes a stored picture in one quality: H.264 without reordered frames, a key frame at every second, two passes. */
async function encodePicture(master, { width, height, kbps }, folder) {
  const picture = join(folder, `${height}.h264`)
  const scaled = ['-vf', `scale=${width}:${height}:flags=lanczos`]
  const colour = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const peak = `${Math.round(kbps * 1.7)}k`
  const rate = ['-b:v', `${kbps}k`, '-maxrate', peak, '-bufsize', peak, '-preset', 'slower', '-tune', 'animation']
  const second = ['-g', String(FPS), '-keyint_min', String(FPS), '-sc_threshold', '0']
  const groups = ['-profile:v', 'main', '-bf', '0', '-refs', '3', ...second]
  const log = ['-passlogfile', join(folder, `pass-${height}`)]
  const codec = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...colour, ...rate, ...groups, ...log]
  const encode = ['-i', master, ...scaled, ...codec]
  await ffmpeg([...encode, '-pass', '1', '-an', '-f', 'null', '-'])
  await ffmpeg([...encode, '-pass', '2', '-an', picture])
  return picture
}

async function drawClip(kind, stage) {
  const folder = await mkdtemp(join(tmpdir(), 'clip-'))
  const sound = join(folder, 'loop.aac')
  await writeFile(sound, await encodeSound(kind, folder))
  const bare = join(folder, 'loop.m4a') // adds the audio configuration before the first FLV tag
  await ffmpeg(['-i', sound, '-c', 'copy', '-bsf:a', 'aac_adtstoasc', bare])
  const master = join(folder, 'master.mkv')
  const png = ['-f', 'image2pipe', '-framerate', String(FPS), '-c:v', 'png', '-i', '-']
  const coloured = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p']
  const lossless = ['-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast']
  await ffmpeg([...png, ...coloured, ...lossless, master], allFrames(kind, stage.draw))
  for (const quality of QUALITIES) {
    const picture = await encodePicture(master, quality, folder)
    const clip = join(TARGET, `${kind}-${quality.height}.flv`)
    const inputs = ['-framerate', String(FPS), '-i', picture, '-i', bare]
    await ffmpeg([...inputs, '-c', 'copy', '-flvflags', 'no_duration_filesize', clip])
    const { size } = await stat(clip)
    if (size > quality.maxBytes) throw new Error(`${clip} has ${size} bytes, more than ${quality.maxBytes}`)
    console.log(`public/live/${kind}-${quality.height}.flv: ${size} bytes`)
  }
  await rm(folder, { recursive: true })
}

/** Writes one frame of the clip for each of the {@link COVERS} parts of the loop, without the machine-readable strip. */
async function drawCovers(kind, stage) {
  for (let number = 0; number < COVERS; number += 1) {
    const path = join(COVER_TARGET, `cover-${kind}-${number}.webp`)
    const picture = await stage.draw(kind, (number * FRAMES) / COVERS)
    const scaled = ['-vf', `crop=iw*.985:ih*.985:0:0,scale=${COVER.width}:${COVER.height}:flags=lanczos`]
    const png = ['-f', 'image2pipe', '-c:v', 'png', '-i', '-']
    await ffmpeg([...png, ...scaled, '-frames:v', '1', '-c:v', 'libwebp', '-quality', '62', path], [picture])
    const { size } = await stat(path)
    if (size > COVER.maxBytes) throw new Error(`${path} has ${size} bytes, more than ${COVER.maxBytes}`)
  }
}

const [kind = '', ...frames] = process.argv.slice(2)
if (!Object.hasOwn(SCENES, kind)) throw new Error(`Name a kind of room: ${Object.keys(SCENES).join(', ')}`)
const stage = await openStage()
try {
  if (frames[0] === 'covers') await drawCovers(kind, stage)
  else for (const frame of frames) await writeFile(`${kind}-${frame}.png`, await stage.draw(kind, Number(frame)))
  if (frames.length === 0) await drawClip(kind, stage)
} finally {
  await stage.close()
}
