import { sum } from './reports.mjs'

const TIMES = 3
/** More files than these are no unsteadiness: something is broken. */
const MOST_FILES = 12

/**
 * Runs every file in which something failed again, by itself and three times over, when the rest is done. Only if it
 * passes each time it counts as passed; what had failed in it is then told as unsteady, so that it gets mended.
 *
 * @param {import('./reports.mjs').Part[]} parts
 * @param {(alone: object) => Promise<import('./reports.mjs').Part[]>} runAlone runs one file and says what it came to
 * @returns {Promise<import('./reports.mjs').Part[]>} the same parts; an unsteady one is replaced by its last run
 */
export async function secondLook(parts, runAlone) {
  const failed = parts.filter((part) => part.failed > 0 && part.alone !== undefined)
  if (failed.length > MOST_FILES) return parts
  const looked = new Map()
  for (const part of failed) looked.set(part, await lookAgain(part, runAlone))
  return parts.map((part) => looked.get(part) ?? part)
}

async function lookAgain(part, runAlone) {
  let last = part
  for (let time = 0; time < TIMES; time += 1) {
    last = sum(await runAlone(part.alone))
    if (last.failed > 0 || last.passed === 0) return part
  }
  return { ...last, unsteady: part.failures }
}
