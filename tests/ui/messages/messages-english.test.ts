import { afterEach, describe, expect, it } from 'vitest'
import { createTranslator, setTranslations } from '#messages/catalogue.ts'
import { ENGLISH } from '#messages/english.ts'
import { commonText } from '#messages/zh/common.ts'
import { projectFiles, readProjectFile, specifiersOf } from '../../support/project.ts'

/** Names of the catalogues, without those of the operator console (zh/console/), which have no English. */
const namesIn = (language: string): string[] =>
  projectFiles(`src/messages/${language}`, ['.ts']).flatMap(
    (file) => /^src\/messages\/\w+\/([\w-]+)\.ts$/.exec(file)?.[1] ?? [],
  )
const FILES = namesIn('zh')

const messagesIn = (catalogue: unknown): [string, string][] => Object.entries(Object(catalogue))

/** The messages of the only catalogue that a file exports. */
async function chineseOf(name: string): Promise<[string, string][]> {
  const module: unknown = await import(`../../../src/messages/zh/${name}.ts`)
  const objects = Object.values(Object(module)).filter((value) => typeof value === 'object' && value !== null)
  expect(objects, name).toHaveLength(1)
  return messagesIn(objects[0])
}

const valuesOf = (text: string): Set<string> => new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))

describe('the English catalogue', () => {
  afterEach(() => setTranslations({}))

  it('has an entry for every Chinese catalogue', () => {
    expect(FILES.length).toBeGreaterThan(20)
    expect(Object.keys(ENGLISH).sort()).toEqual([...FILES].sort())
    expect(namesIn('en').sort()).toEqual([...FILES].sort())
  })

  it.each(FILES)('%s: has every message in English with the same placeholders', async (name) => {
    const english = new Map(messagesIn(Object.entries(ENGLISH).find(([file]) => file === name)?.[1]))
    const chinese = await chineseOf(name)
    const missing = chinese.filter(([path]) => !english.has(path)).map(([path]) => path)
    expect(missing, `add these to src/messages/en/ (${name})`).toEqual([])
    expect(english.size, `src/messages/en/ has more than ${name}.ts`).toBe(chinese.length)
    for (const [path, text] of chinese) {
      const other = english.get(path) ?? ''
      expect(other.trim(), path).not.toBe('')
      if (!path.endsWith('language.label')) expect(other, path).not.toMatch(/\p{Script=Han}/u)
      expect(valuesOf(other), path).toEqual(valuesOf(text))
      for (const [, counted] of other.matchAll(/\{(\w+)\|/g)) expect([...valuesOf(text)], path).toContain(counted)
    }
  })

  it('selects the singular or the plural by the count', () => {
    const say = createTranslator('room', { found: '找到 {count} 条，在 {place}' } as const)
    setTranslations({ room: { found: '{count} {count|message|messages} found in {place}' } })
    const found = (count: number | string) => say('found', { count, place: '{count|a|b}' })
    expect([0, 1, 2, 11, '1', '1k'].map(found)).toEqual([
      '0 messages found in {count|a|b}',
      '1 message found in {count|a|b}',
      '2 messages found in {count|a|b}',
      '11 messages found in {count|a|b}',
      '1 message found in {count|a|b}',
      '1k messages found in {count|a|b}',
    ])
    setTranslations(ENGLISH)
    expect(['1', '2'].map((count) => commonText('live.count', { count }))).toEqual(['1 match', '2 matches'])
  })

  it('S1.5 is imported only by the language start-up', () => {
    const importers = projectFiles('src', ['.ts', '.tsx'])
      .filter((file) => !file.startsWith('src/messages/'))
      .filter((file) => specifiersOf(readProjectFile(file)).some((name) => /messages\/english/.test(name)))
    expect(importers).toEqual(['src/app/start-app.ts'])
  })

  it('falls back to Chinese for a missing message', () => {
    const say = createTranslator('room', { greet: '你好，{name}', rest: '再见' } as const)
    setTranslations({ room: { greet: 'Hello {name}', strange: 7 }, common: { 'nav.home': 'Home' } })
    expect([say('greet', { name: '$& {name}' }), say('rest'), commonText('nav.home'), commonText('nav.live')]).toEqual([
      'Hello $& {name}',
      '再见',
      'Home',
      '直播',
    ])
  })
})
