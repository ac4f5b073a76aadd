/**
 * Renders the characters of the click-word puzzle: `node scripts/draw-glyphs.mjs`. Needs Chromium and the font Noto
 * Sans CJK SC Bold (SIL Open Font License 1.1). The product reads the committed
 * `server/members/verification/art/glyphs.bin`: deflated; the characters in UTF-8, a line feed, then 48x48 coverage
 * values per character, four bits each, row by row.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { chromium } from 'playwright'
import { BROWSER_FLAGS, findBrowser, NO_BROWSER_MESSAGE } from './find-browser.mjs'

/** Common, distinct, and inoffensive in any order. */
const CHARACTERS =
  '山水月星云风雨雪花草江湖海春夏秋冬南北西金银红黄蓝绿青黑牛羊马鱼虎龙兔鹿足球门场赛进射传跑跳赢胜高小中火石田米茶酒书画琴棋歌舞灯船桥塔光电飞梦心手福喜乐家城国友笑'
const SIZE = 48
const SCALE = 4
const FONT = 'bold 100px "Noto Sans CJK SC"'
const TARGET = fileURLToPath(new URL('../server/members/verification/art/glyphs.bin', import.meta.url))

const found = await findBrowser()
if (found === null) throw new Error(NO_BROWSER_MESSAGE)
const browser = await chromium.launch({ executablePath: found.executablePath, args: BROWSER_FLAGS })
const page = await browser.newPage()
await page.setContent('<canvas></canvas>')
const rows = await page.evaluate(
  ({ characters, size, scale, font }) => {
    const canvas = document.querySelector('canvas')
    const edge = size * scale
    Object.assign(canvas, { width: edge, height: edge })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context.font = font
    if (!document.fonts.check(font, characters)) throw new Error('the font is missing')
    return Array.from(characters, (character) => {
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, edge, edge)
      const box = context.measureText(character)
      const width = box.actualBoundingBoxLeft + box.actualBoundingBoxRight
      const height = box.actualBoundingBoxAscent + box.actualBoundingBoxDescent
      const factor = (edge - 4 * scale) / Math.max(width, height, 92)
      context.translate(edge / 2, edge / 2)
      context.scale(factor, factor)
      const left = box.actualBoundingBoxLeft - width / 2
      context.fillText(character, left, box.actualBoundingBoxAscent - height / 2)
      const { data } = context.getImageData(0, 0, edge, edge)
      return Array.from({ length: size * size }, (_, index) => {
        const x0 = (index % size) * scale
        const y0 = Math.floor(index / size) * scale
        let sum = 0
        for (let y = y0; y < y0 + scale; y += 1) {
          for (let x = x0; x < x0 + scale; x += 1) sum += data[(y * edge + x) * 4 + 3]
        }
        return Math.round((sum / (scale * scale * 255)) * 15)
      })
    })
  },
  { characters: CHARACTERS, size: SIZE, scale: SCALE, font: FONT },
)
await browser.close()
const values = rows.flat()
const packed = Buffer.from(
  Array.from({ length: values.length / 2 }, (_, i) => (values[2 * i] << 4) | values[2 * i + 1]),
)
const file = deflateSync(Buffer.concat([Buffer.from(`${CHARACTERS}\n`), packed]), { level: 9 })
await writeFile(TARGET, file)
process.stdout.write(`${CHARACTERS.length} characters, ${file.byteLength} bytes\n`)
