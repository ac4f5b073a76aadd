const LINES = 12
// The escape sequences that colour a terminal's text.
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** The first lines of what a test or step said, without colours, indented. */
export function excerpt(text) {
  const lines = text.replace(COLOURS, '').trim().split('\n')
  return lines
    .slice(0, LINES)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')
}

/**
 * What failed and why, and what was unsteady, once more and last: of a long log, often only the end is kept. '' when
 * there is nothing to tell.
 */
export function closingList({ failures, unsteady }) {
  return [
    ...unsteady.map((one) => `unsteady: ${one}\n`),
    ...failures.map((one, index) => `failure ${index + 1}: ${one}\n`),
  ].join('\n')
}

/** `N passed, N failed`, and `, N skipped` when some were. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
