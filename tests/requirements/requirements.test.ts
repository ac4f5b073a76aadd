import { describe, expect, it } from 'vitest'
import {
  allTitles,
  countsOf,
  coverageOf,
  isOfSpecification,
  problemsOf,
  REQUIREMENTS,
  type Requirement,
} from './coverage.ts'
import { titlesIn } from './titles.ts'

const SOURCE = `
const CODES_TO_TRY = [['AUTH_ERROR', 10401], ['NEED_SAFE', 10410]] as const
describe('a part S4.15', () => {
  it('S7.6-S7.8 seals headers and body', () => {})
  it.each(CODES_TO_TRY)('%s clears the session', () => {})
  it.skipIf(false).each([['Annex F dc']])('%s', () => {})
  it.each([['S3.2', 1]])('S3.1-S3.9 %s is %i', () => {})
  for (const name of ['S8.2', 'S8.3']) it(\`\${name} is sent\`, () => {})
})
test.describe('phone', () => { test('settled 5 refuses', async () => {}) })
it('settled 7-9 and Annex H I3 hold', () => {})
it('Annex D.7 is not of the design card', () => {})
it.each(Object.keys(CODES))('sends %s', () => {})
it.each([['a', 40001]])('%s costs %i coins', () => {})
const unrelated = item('S9.99', () => {})
`
const TITLES = titlesIn('a.test.ts', SOURCE)

const done = (number: string): Requirement => ({ number, scope: 'done', wording: 'a demand' })

function numbersFound(numbers: readonly string[]): string[] {
  return coverageOf(numbers.map(done), TITLES)
    .filter(({ titles }) => titles.length > 0)
    .map(({ number }) => number)
}

describe('the numbers in titles', () => {
  it('are found in titles, ranges, describe blocks and the tables of placeholders', () => {
    const numbers = ['S4.15', 'S7.6', 'S7.7', 'S7.8', 'S8.2', 'S8.3', 'settled 5', 'settled 8']
    const annexes = ['Annex F dc', 'Annex H I3', 'Annex D.7', 'Annex A 10401', 'Annex A 10410', 'Annex A -1']
    expect(numbersFound([...numbers, ...annexes])).toEqual([...numbers, ...annexes])
  })

  it('are those of the cases instead of the range of a table title', () => {
    expect(numbersFound(['S3.1', 'S3.2', 'S3.5', 'S3.9'])).toEqual(['S3.2'])
  })

  it('are not confused with others of a common prefix or ending', () => {
    expect(numbersFound(['S7.1', 'S4.1', 'S9.99', 'S7.9', 'S7.66', 'settled 55', 'Annex F d', 'D.7'])).toEqual([])
  })

  it('are not found in other numbers of a table', () => {
    const titles = TITLES.filter(({ text }) => text === '%s costs %i coins')
    expect(coverageOf([done('Annex A 40001'), done('Annex A 0')], titles).flatMap((row) => row.titles)).toEqual([])
  })
})

describe('a register', () => {
  const title = (text: string) => [{ file: 'a.test.ts', text, table: '' }]
  const partial: Requirement = { number: 'S1.2', scope: 'partial', wording: 'a demand', missing: 'A part.' }
  const later: Requirement = { number: 'S1.3', scope: 'later', wording: 'a demand', waitsFor: 'a screen' }

  it('is correct if every done requirement has a test; others need none', () => {
    expect(problemsOf([done('S1.1'), partial, later], title('S1.1 works'))).toEqual([])
  })

  it('is refused with a done requirement without a test', () => {
    expect(problemsOf([done('S1.1'), partial], title('S1.2 works'))).toEqual(['no test names S1.1: a demand'])
  })

  it('is refused with a number that is listed twice', () => {
    expect(problemsOf([done('S1.1'), done('S1.1')], title('S1.1 works'))).toEqual(['S1.1 is listed twice'])
  })

  it.each(['S1.9 works', 'D.4 works', 'settled 77 holds', 'Annex A 12345', 'Annex C.9', 'Annex E.99', 'Annex H I99'])(
    'is refused if a test names a number that is not listed: %s',
    (text) => {
      expect(problemsOf([partial], title(text))).toEqual([expect.stringContaining('which is not listed')])
    },
  )

  it('is refused without a wording, and with a reason that does not belong to the scope', () => {
    expect(problemsOf([{ ...partial, wording: ' ' }], [])).toEqual(['S1.2 has no wording'])
    expect(problemsOf([{ number: 'S1.2', scope: 'partial', wording: 'a demand' }], [])).toHaveLength(1)
    expect(problemsOf([{ ...later, scope: 'partial', missing: 'A part.' }], [])).toHaveLength(1)
  })

  it('has counts by scope', () => {
    expect(countsOf([done('S1.1'), partial, later])).toEqual({ done: 1, partial: 1, later: 1, total: 3 })
  })
})

describe('the requirements', () => {
  it('contain every number of the specification, except those without a demand', () => {
    const lengths = { D: 8, S1: 30, S2: 23, S3: 38, S4: 34, S5: 26, S6: 12, S7: 117, S8: 22, S9: 25 }
    const withoutDemand = new Set(['S1.30', 'S3.13', 'S3.38', 'S5.26', 'S6.8', 'S7.117'])
    const numbers = Object.entries(lengths).flatMap(([section, length]) =>
      Array.from({ length }, (_, index) => `${section}.${index + 1}`),
    )
    const listed = REQUIREMENTS.filter(isOfSpecification).map(({ number }) => number)
    expect(listed).toEqual(numbers.filter((number) => !withoutDemand.has(number)))
    expect(listed).toHaveLength(329)
  })

  it('agree with the titles of the tests', () => {
    expect(problemsOf(REQUIREMENTS, allTitles())).toEqual([])
  })
})
