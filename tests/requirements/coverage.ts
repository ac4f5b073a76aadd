import { CODES } from '#protocol/codes.ts'
import { projectFiles, readProjectFile } from '../support/project.ts'
import requirements from './requirements.json' with { type: 'json' }
import { isDynamic, titlesIn, type Title } from './titles.ts'

/** Whether a requirement must have a test now. */
export type Scope = 'required' | 'later'

export interface Requirement {
  /** As in titles: `S7.6`, `settled 5`, `Annex F dc`, `Annex A 10401`. */
  readonly number: string
  readonly scope: Scope
  /** A short description; for codes the name of the code. */
  readonly wording: string
}

export interface Coverage extends Requirement {
  readonly titles: readonly Title[]
}

/** All requirements in scope, in order. */
export const REQUIREMENTS: readonly Requirement[] = Object.entries(requirements).map(([number, row]) => ({
  number,
  ...(row as Omit<Requirement, 'number'>),
}))

/** All titles of all tests. */
export function allTitles(): Title[] {
  return projectFiles('tests', ['.test.ts', '.test.tsx', '.spec.ts', '.suite.ts']).flatMap((file) =>
    titlesIn(file, readProjectFile(file)),
  )
}

/** The titles that show each requirement. */
export function coverageOf(wanted: readonly Requirement[], titles: readonly Title[]): Coverage[] {
  const read = titles.map((title) => ({ title, text: `${withRanges(title.text)} ${withCodes(title.table)}` }))
  return wanted.map((requirement) => {
    const form = formOf(requirement)
    return { ...requirement, titles: read.filter(({ text }) => form.test(text)).map(({ title }) => title) }
  })
}

/** Requirements in scope without a test. */
export function uncovered(rows: readonly Coverage[]): Coverage[] {
  return rows.filter(({ scope, titles }) => scope !== 'later' && titles.length === 0)
}

/** A table over all codes covers each of them. */
function withCodes(table: string): string {
  return /Object\.(keys|entries)\(CODES\)/.test(table) ? `${table} ${Object.keys(CODES).join(' ')}` : table
}

/**
 * `S7.6-S7.8` and `S7.6-7.8` include all numbers between. In a title that a table fills they count for nothing; each
 * case names its own.
 */
function withRanges(text: string): string {
  return text.replaceAll(
    /\bS(\d+)\.(\d+)\s?[-–]\s?S?(?:\1\.)?(\d+)\b/g,
    (whole, section: string, from: string, to: string) => {
      if (isDynamic(text)) return ''
      const count = Number(to) - Number(from) + 1
      if (count < 2 || count > 50) return whole
      return Array.from({ length: count }, (_, index) => `S${section}.${Number(from) + index}`).join(' ')
    },
  )
}

/** A code is named by its number or name; a stored key by its name in a title with Annex F. */
function formOf({ number, wording }: Requirement): RegExp {
  const [, annex, rest] = /^Annex ([AF]) (.+)$/.exec(number) ?? []
  if (annex === 'A') return new RegExp(`(?<![-\\w.])${rest}(?![\\w.])|\\b${wording}\\b`)
  if (annex === 'F') return new RegExp(`Annex F(?=.*(?<![-\\w])${rest}(?![-\\w]))`, 's')
  return new RegExp(
    `(?<![\\w.])${number.replaceAll('.', '\\.')}(?![\\w]|\\.\\d)`,
    number.startsWith('settled') ? 'i' : '',
  )
}
