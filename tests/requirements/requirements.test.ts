import { describe, expect, it } from 'vitest'
import { allTitles, coverageOf, REQUIREMENTS, uncovered, type Requirement } from './coverage.ts'
import { titlesIn } from './titles.ts'

const SOURCE = `
const CODES_TO_TRY = [['AUTH_ERROR', 10401], ['NEED_SAFE', 10410]] as const
describe('a part S4.15', () => {
  it('S7.6-S7.8 seals headers and body', () => {})
  it.each(CODES_TO_TRY)('%s clears the session', () => {})
  it.skipIf(false).each([['Annex F dc']])('%s', () => {})
  it.each([['S3.2', 1]])('S3.1-S3.9 %s is %i', () => {})
  for (const name of ['S8.2', 'S8.3']) it(\`\${name} is told\`, () => {})
})
test.describe('phone', () => { test('settled 5 refuses', async () => {}) })
const unrelated = item('S9.99', () => {})
`

function numbersFound(wanted: readonly Requirement[]): string[] {
  return coverageOf(wanted, titlesIn('a.test.ts', SOURCE))
    .filter(({ titles }) => titles.length > 0)
    .map(({ number }) => number)
}

const wanted = (number: string, wording = ''): Requirement => ({ number, scope: 'required', wording })

describe('the list of requirements', () => {
  it('finds numbers in titles, ranges, describe blocks and the tables of placeholders', () => {
    const numbers = ['S4.15', 'S7.6', 'S7.7', 'S7.8', 'S8.2', 'S8.3', 'settled 5', 'Annex F dc'].map((one) =>
      wanted(one),
    )
    const codes = [wanted('Annex A 10401', 'AUTH_ERROR'), wanted('Annex A 10410', 'NEED_SAFE')]
    expect(numbersFound([...numbers, ...codes])).toEqual([...numbers, ...codes].map(({ number }) => number))
  })

  it('counts the numbers of the cases instead of the range of a table title', () => {
    expect(numbersFound(['S3.1', 'S3.2', 'S3.5', 'S3.9'].map((one) => wanted(one)))).toEqual(['S3.2'])
  })

  it('does not confuse numbers with a common prefix', () => {
    expect(
      numbersFound(['S7.1', 'S4.1', 'S9.99', 'S7.9', 'S7.66', 'settled 55', 'Annex F d'].map((one) => wanted(one))),
    ).toEqual([])
  })

  it('has each requirement once, with its text', () => {
    expect(REQUIREMENTS.length).toBeGreaterThan(200)
    expect(REQUIREMENTS.filter(({ wording }) => wording.trim() === '')).toEqual([])
  })

  it('has a test for every requirement in scope', () => {
    expect(
      uncovered(coverageOf(REQUIREMENTS, allTitles())).map(({ number, wording }) => `${number}: ${wording}`),
    ).toEqual([])
  })
})
