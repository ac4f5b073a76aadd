/**
 * Writes the pinyin readings for the search: `node scripts/list-readings.mjs`. The library is too large for a browser
 * (docs/decisions/README.md), so only this script uses it; the product reads the committed
 * `src/features/search/readings.json`. A test compares the two.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { pinyin } from 'pinyin-pro'

const TARGET = fileURLToPath(new URL('../src/features/search/readings.json', import.meta.url))
const [FIRST_ROW, LAST_ROW, FIRST_CELL, LAST_CELL] = [0xb0, 0xf7, 0xa1, 0xfe]

/** The 6,763 characters of GB 2312, in its order. */
function characters() {
  const decoder = new TextDecoder('gb2312')
  const found = []
  for (let row = FIRST_ROW; row <= LAST_ROW; row += 1) {
    for (let cell = FIRST_CELL; cell <= LAST_CELL; cell += 1) {
      const character = decoder.decode(Uint8Array.of(row, cell))
      if (/^\p{Script=Han}$/u.test(character)) found.push(character)
    }
  }
  return found
}

/** One line per syllable without tone, ü as v: the syllable, then all characters with this reading. */
export function readingLines() {
  const bySyllable = new Map()
  for (const character of characters()) {
    const all = pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true })
    for (const syllable of new Set(all)) {
      if (/^[a-z]+$/.test(syllable)) bySyllable.set(syllable, (bySyllable.get(syllable) ?? '') + character)
    }
  }
  return [...bySyllable].map(([syllable, read]) => syllable + read).sort((one, other) => (one < other ? -1 : 1))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(TARGET, `${JSON.stringify(readingLines(), null, 2)}\n`)
}
