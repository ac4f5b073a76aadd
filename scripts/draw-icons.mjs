/**
 * Renders the icons of the installable site: `node scripts/draw-icons.mjs`. Needs Chromium. The product serves the
 * committed public/icons. Each skin has the mark on its accent colour: `any` with rounded corners, `maskable` and
 * `touch` to the edges, with the mark inside the safe area (80 % of the width).
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright'
import { findBrowser } from './find-browser.mjs'
import { PROJECT_ROOT } from './preflight.mjs'

const SKINS = ['fresh', 'elegant', 'triadTheme', 'classy', 'glow', 'simple', 'colorful']
const ICONS = [
  { kind: 'any', edge: 192 },
  { kind: 'any', edge: 512 },
  { kind: 'maskable', edge: 192 },
  { kind: 'maskable', edge: 512 },
  { kind: 'touch', edge: 180 },
]
/** The mark fills 40 of 64 units; at this scale its corners are inside a round mask. */
const SAFE_SCALE = 0.86
const STYLES = path.join(PROJECT_ROOT, 'src', 'ui')
const TARGET = path.join(PROJECT_ROOT, 'public', 'icons')

async function stylesBelow(folder) {
  const names = (await readdir(path.join(STYLES, folder))).filter((name) => name.endsWith('.css')).sort()
  return Promise.all(names.map((name) => readFile(path.join(STYLES, folder, name), 'utf8')))
}

/** The mark as it is, or extended to the edges around a smaller one. */
function drawingOf(mark, kind) {
  if (kind === 'any') return mark
  return mark
    .replace('rx="14"', '')
    .replace('<g ', `<g transform="translate(32 32) scale(${SAFE_SCALE}) translate(-32 -32)" `)
}

const found = await findBrowser()
if (found === null) throw new Error('no Chromium')
const styles = [...(await stylesBelow('tokens')), ...(await stylesBelow('skins'))].join('\n')
const mark = await readFile(path.join(PROJECT_ROOT, 'public', 'art', 'mark.svg'), 'utf8')
const browser = await chromium.launch({ executablePath: found.executablePath, args: ['--no-sandbox', '--disable-gpu'] })
await mkdir(TARGET, { recursive: true })
for (const skin of SKINS) {
  for (const { kind, edge } of ICONS) {
    const page = await browser.newPage({ viewport: { width: edge, height: edge } })
    await page.setContent(
      `<html data-skin="${skin}"><style>${styles} body { margin: 0; background: none } svg { display: block; width: ${edge}px; height: ${edge}px }</style><body>${drawingOf(mark, kind)}</body></html>`,
    )
    await writeFile(path.join(TARGET, `${skin}-${kind}-${edge}.png`), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
}
await browser.close()
