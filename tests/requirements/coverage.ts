import { CODES } from '#protocol/codes.ts'
import { projectFiles, readProjectFile } from '../support/project.ts'
import requirements from './requirements.json' with { type: 'json' }
import { isDynamic, titlesIn, type Title } from './titles.ts'

/**
 * `done`: a viewer or a caller of the API meets it in the product, and a test asserts it. `partial`: `missing` says what is
 * not met. `later`: it waits for the screen or feature in `waitsFor`.
 */
export type Scope = 'done' | 'partial' | 'later'

export interface Requirement {
  /** As in titles: `S7.6`, `settled 5`, `Annex F dc`, `Annex A 10401`. */
  readonly number: string
  readonly scope: Scope
  readonly wording: string
  /** One sentence, only with the scope `partial`. */
  readonly missing?: string
  /** Only with the scope `later`. */
  readonly waitsFor?: string
}

export interface Coverage extends Requirement {
  readonly titles: readonly Title[]
}

/** All requirements, in order. */
export const REQUIREMENTS = requirements as readonly Requirement[]

/** All titles of all tests. */
export function allTitles(): Title[] {
  return projectFiles('tests', ['.test.ts', '.test.tsx', '.spec.ts', '.suite.ts']).flatMap((file) =>
    titlesIn(file, readProjectFile(file)),
  )
}

/** The titles that name each requirement. */
export function coverageOf(requirements: readonly Requirement[], titles: readonly Title[]): Coverage[] {
  const numbers = requirements.map(({ number }) => number)
  const found = new Map<string, Title[]>(numbers.map((number) => [number, []]))
  for (const title of titles) {
    for (const number of numbersIn(title, numbers)) found.get(number)?.push(title)
  }
  return requirements.map((requirement) => ({ ...requirement, titles: found.get(requirement.number) ?? [] }))
}

/** The faults of a register, one line each; empty if it is correct. */
export function problemsOf(requirements: readonly Requirement[], titles: readonly Title[]): string[] {
  const listed = new Set<string>()
  const problems: string[] = []
  for (const { number, scope, wording, missing, waitsFor } of requirements) {
    if (listed.has(number)) problems.push(`${number} is listed twice`)
    listed.add(number)
    if (wording.trim() === '') problems.push(`${number} has no wording`)
    if ((scope === 'partial') !== (missing !== undefined)) problems.push(`${number}: "missing" belongs to "partial"`)
    if ((scope === 'later') !== (waitsFor !== undefined)) problems.push(`${number}: "waitsFor" belongs to "later"`)
  }
  for (const { number, scope, wording, titles: shown } of coverageOf(requirements, titles)) {
    if (scope === 'done' && shown.length === 0) problems.push(`no test names ${number}: ${wording}`)
  }
  for (const { file, text } of titles) {
    for (const number of explicitNumbersIn(withRanges(text))) {
      if (!listed.has(number)) problems.push(`${file}: "${text}" names ${number}, which is not listed`)
    }
  }
  return problems
}

/** How many requirements have each scope. */
export function countsOf(requirements: readonly Requirement[]): Record<Scope | 'total', number> {
  const count = (scope: Scope): number => requirements.filter((requirement) => requirement.scope === scope).length
  return { done: count('done'), partial: count('partial'), later: count('later'), total: requirements.length }
}

/** Whether this is a demand of the specification itself: design card and sections. The other rows detail them. */
export function isOfSpecification({ number }: Requirement): boolean {
  return /^(?:D|S\d+)\./.test(number) && number !== 'S5.27'
}

const NUMBER =
  /(?<![\w.])(?:(?<!Annex )D\.\d+|S\d+\.\d+|[Ss]ettled \d+|Annex A -?\d+|Annex B|Annex [CDEG]\.\d+)(?!\w|\.\d)/g
const INVARIANT = /\bI\d+\b/g
const NUMBERS_OF_CODES = new Map(Object.entries(CODES).map(([name, code]) => [name, `Annex A ${code}`]))

/** All requirements that a title and the tables that fill it name. `listed` is needed for parts of annexes with a name. */
function numbersIn({ text, table }: Title, listed: readonly string[]): Set<string> {
  const all = `${withRanges(text)} ${table}`
  const codes = all.match(/\b[A-Z][A-Z_]+\b/g) ?? []
  // Shorter numbers, and those in tables, mean something else.
  const bare = text.match(/(?<![\w.])\d{5,}(?![\w.])/g) ?? []
  return new Set([
    ...explicitNumbersIn(all),
    ...codes.flatMap((name) => NUMBERS_OF_CODES.get(name) ?? []),
    ...bare.map((code) => `Annex A ${code}`),
    ...(/Object\.(?:keys|entries)\(CODES\)/.test(table) ? NUMBERS_OF_CODES.values() : []),
    ...(all.includes('Annex ') ? listed.filter((number) => namesPart(all, number)) : []),
  ])
}

/** The numbers that a text spells out. */
function explicitNumbersIn(text: string): string[] {
  const numbers = text.match(NUMBER) ?? []
  const invariants = text.includes('Annex H') ? (text.match(INVARIANT) ?? []) : []
  return [
    ...numbers.map((number) => number.replace('Settled', 'settled')),
    ...invariants.map((one) => `Annex H ${one}`),
  ]
}

/** Whether a text names a part of an annex: `Annex F i_code, r_code` names both keys. */
function namesPart(text: string, number: string): boolean {
  const [, annex, part = ''] = /^(Annex [FGIJ]) (.+)$/.exec(number) ?? []
  if (annex === undefined || !text.includes(annex) || !text.includes(part)) return false
  return new RegExp(`${annex}.*(?<![-\\w])${part}(?![-\\w])`, 's').test(text)
}

/**
 * `S7.6-S7.8`, `S7.6-7.8`, `I1-I8` and `settled 3-5` include all numbers between. In a title that a table fills they count
 * for nothing; each case names its own.
 */
function withRanges(text: string): string {
  return text.replaceAll(
    /\b(S\d+\.|I|[Ss]ettled )(\d+)\s?[-–]\s?(?:S?\d+\.|I)?(\d+)\b/g,
    (whole, prefix: string, from: string, to: string) => {
      if (isDynamic(text)) return ''
      const count = Number(to) - Number(from) + 1
      if (count < 2 || count > 50) return whole
      return Array.from({ length: count }, (_, index) => `${prefix}${Number(from) + index}`).join(' ')
    },
  )
}
