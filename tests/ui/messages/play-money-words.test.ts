import { describe, expect, it } from 'vitest'
import { ENGLISH } from '#messages/english.ts'
import { projectFiles, readProjectFile } from '../../support/project.ts'

/** Sentences about play money, wherever they are used. */
const SENTENCE = '不涉及真实货币'
/** Other words for 存款, 提款 and 真实货币. A visitor who reads them beside these asks which of the two is right. */
const OTHER_WORDS = /充值|充钱|提现|提取|入金|出金(?!额)|真钱|现金/
/** Denials that would have words of their own. */
const DENIAL = /不可|不能|不得|没有价值|不涉及/

/** Words that members type into a search, and words that chat rooms and names refuse. */
const REFUSALS = ['rooms/speech-rules.ts', 'member/official-names.ts']
const isInput = (file: string, line: string): boolean =>
  line.includes('"keywords"') || REFUSALS.some((end) => file.endsWith(end))

/** Lines with text of everything that pages and server show: catalogues, served content, first page. */
function shownLines(): { readonly place: string; readonly line: string }[] {
  const folders = ['src/messages', 'src/features', 'src/app', 'src/ui', 'src/protocol', 'server']
  const files = folders.flatMap((folder) => projectFiles(folder, ['.ts', '.tsx', '.json']))
  return [...files, 'index.html'].flatMap((file) =>
    readProjectFile(file)
      .split('\n')
      .map((line, index) => ({ place: `${file}:${index + 1}`, line }))
      .filter(({ line }) => /\p{Script=Han}/u.test(line) && !isInput(file, line)),
  )
}

/** Texts by path. */
function textsOf(value: unknown, path = ''): (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}/${key}`))
}

describe('the words for play money', () => {
  const lines = shownLines()

  it('are 存款, 提款 and 真实货币 in catalogues and served content, and no others', () => {
    expect(lines.length).toBeGreaterThan(2_000)
    expect(lines.filter(({ line }) => OTHER_WORDS.test(line))).toEqual([])
  })

  it('denials about play money use one sentence', () => {
    const denials = lines.flatMap(({ place, line }) =>
      line
        .split(/[。；]/)
        .filter((part) => part.includes('演示资金') && DENIAL.test(part) && !part.includes(SENTENCE))
        .map((part) => `${place} ${part.trim()}`),
    )
    expect(denials).toEqual([])
    expect(lines.filter(({ line }) => line.includes(SENTENCE)).length).toBeGreaterThan(12)
  })

  it('the screens that name it first have the sentence: registration, sign-in, footer, wallet, first page', () => {
    const first = ['registration', 'auth', 'common', 'access', 'wallet', 'gift', 'responsible', 'share', 'entries']
    for (const file of [
      ...first.map((name) => `src/messages/zh/${name}.ts`),
      'index.html',
      'server/calls/site/site.ts',
    ]) {
      expect(readProjectFile(file), file).toContain(SENTENCE)
    }
  })

  it('in English it is “no real money is involved”', () => {
    for (const [path, text] of textsOf(ENGLISH)) {
      expect(text, path).not.toMatch(/top(ped)? up|cash(ed)? out|paid out or|no withdrawal|nothing to (pay|withdraw)/i)
      if (/play money/i.test(text) && /\b(no|not|cannot|nothing)\b/i.test(text) && !/yet/.test(text)) {
        expect(text, path).toMatch(/no real money is involved/i)
      }
    }
  })
})
