import { randomInt } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PNG } from 'pngjs'
import { AJ, type CaptchaType } from '#protocol/verification.ts'
import { glyphs } from './glyphs.ts'
import { cutPiece, digHole, randomOutline } from './jigsaw.ts'
import { Picture, type Pixels } from './picture.ts'
import { createRandom } from './random.ts'
import { SCENES } from './scenes.ts'
import { drawWord, type Point, wordPositions } from './click-words.ts'

/** A puzzle and its solution: the left edge of the block, or the positions of the words in order. */
export interface Puzzle {
  readonly captchaType: CaptchaType
  /** PNG files in base64; the block is '' for words. */
  readonly picture: string
  readonly block: string
  readonly words: readonly string[]
  readonly solution: readonly Point[]
}

/** The piece starts at the left edge, so its target is never there. */
const LEAST_X = 60
const MAX_X = AJ.width - AJ.block - 5
/** The holes of piece and decoy do not overlap, and the decoy is clear of the start of the piece. */
const APART = AJ.block + 10

/** Draws a new puzzle. Blocks the thread for a few milliseconds; compression runs in the thread pool. */
export async function drawPuzzle(captchaType: CaptchaType): Promise<Puzzle> {
  return captchaType === 'blockPuzzle' ? drawSlide() : drawWords()
}

function ground(random = createRandom()) {
  const picture = new Picture(AJ.width, AJ.height)
  random.pick(SCENES)(picture, random)
  return { picture, random }
}

async function drawSlide(): Promise<Puzzle> {
  const { picture, random } = ground()
  const x = randomInt(LEAST_X, MAX_X + 1)
  const y = randomInt(4, AJ.height - AJ.block - 4)
  const free = Array.from({ length: MAX_X - APART }, (_, index) => APART + index).filter(
    (at) => Math.abs(at - x) >= APART,
  )
  const outline = randomOutline(random)
  const block = cutPiece(picture, outline, x, y)
  digHole(picture, outline, x, y, 0.5)
  digHole(picture, randomOutline(random, outline), random.pick(free), randomInt(4, AJ.height - AJ.block - 4), 0.32)
  const [file, blockFile] = await Promise.all([encodePng(picture), encodePng(block)])
  return {
    captchaType: 'blockPuzzle',
    picture: file,
    block: blockFile,
    words: [],
    solution: [{ x, y: AJ.slideY }],
  }
}

async function drawWords(): Promise<Puzzle> {
  const { picture, random } = ground()
  // One more than requested.
  const chosen = random.shuffled(glyphs()).slice(0, AJ.words + 1)
  const positions = wordPositions(random, chosen.length)
  const drawn = chosen.map((glyph, index) => ({ glyph, position: positions[index] ?? { x: 0, y: 0 } }))
  for (const { glyph, position } of drawn) drawWord(picture, glyph, position, random)
  const requested = random.shuffled(drawn).slice(0, AJ.words)
  return {
    captchaType: 'clickWord',
    picture: await encodePng(picture),
    block: '',
    words: requested.map(({ glyph }) => glyph.character),
    solution: requested.map(({ position }) => position),
  }
}

/** Row filter "up": the difference to the row above. It compresses these pictures best and takes the least time. */
const FILTER_UP = 2

/** Encodes a PNG file in base64. Compression runs in the thread pool, so that sockets do not wait. */
async function encodePng({ width, height, channels, data }: Pixels): Promise<string> {
  const colorType = channels === 4 ? 6 : 2
  const png = new PNG({
    width,
    height,
    colorType,
    inputColorType: colorType,
    inputHasAlpha: channels === 4,
    filterType: FILTER_UP,
    deflateLevel: 5,
  })
  png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const output = new PassThrough()
  png.on('error', (error) => output.destroy(error))
  png.pack().pipe(output)
  return (await buffer(output)).toString('base64')
}
