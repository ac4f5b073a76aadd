import { afterEach, describe, expect, it } from 'vitest'
import { sayer, speak, spoken } from '#lib/text/catalogue.ts'
import { ENGLISH } from '#lib/text/english/english.ts'
import { t } from '#lib/text/t.ts'
import { projectFiles, readProjectFile, specifiersOf } from '../support/project.ts'

/** Helpers, the English itself, and what stands in `zh-CN.ts` as a part of it. */
const NO_CATALOGUES = new Set(['catalogue', 't', 'en', 'shell'])
const FILES = projectFiles('src/lib/text', ['.ts'])
  .filter((file) => !file.includes('/english/'))
  .map((file) => file.replace(/^.*\/(.+)\.ts$/, '$1'))
  .filter((name) => !NO_CATALOGUES.has(name))

type Leaf = readonly [path: string, text: string]

/** All texts of a catalogue by their path; functions are asked for a text of numbers. */
function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(Reflect.apply(value, null, [1, 2, 3, 4, 5]))]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}/${key}`))
}

/** The one catalogue that a file exports: its object of texts. */
async function chineseOf(name: string): Promise<Leaf[]> {
  const module: unknown = await import(`../../src/lib/text/${name}.ts`)
  const objects = Object.values(Object(module)).filter((value) => typeof value === 'object' && value !== null)
  expect(objects, name).toHaveLength(1)
  return leavesOf(objects[0])
}

const valuesOf = (text: string): Set<string> => new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))

describe('S1.5 the English catalogue', () => {
  afterEach(() => speak({}))

  it('has a part for every catalogue of the interface', () => {
    expect(FILES.length).toBeGreaterThan(20)
    expect(Object.keys(ENGLISH).sort()).toEqual([...FILES].sort())
  })

  it.each(FILES)('%s: every text, in English, with the same values', async (name) => {
    const english = new Map(leavesOf(Object.entries(ENGLISH).find(([file]) => file === name)?.[1]))
    const chinese = await chineseOf(name)
    const missing = chinese.filter(([path]) => !english.has(path)).map(([path]) => path)
    expect(missing, `add these to src/lib/text/english/ (${name})`).toEqual([])
    expect(english.size, `src/lib/text/english/ has more than ${name}.ts`).toBe(chinese.length)
    for (const [path, text] of chinese) {
      const other = english.get(path) ?? ''
      expect(other.trim(), path).not.toBe('')
      if (path !== 'language.label') expect(other, path).not.toMatch(/\p{Script=Han}/u)
      expect(valuesOf(other), path).toEqual(valuesOf(text))
      for (const [, counted] of other.matchAll(/\{(\w+)\|/g)) expect([...valuesOf(text)], path).toContain(counted)
    }
  })

  it('says one of something and more of it in their own words', () => {
    const say = sayer({ found: '找到 {count} 条，在 {place}' } as const, 'room')
    speak({ room: { found: '{count} {count|message|messages} found in {place}' } })
    const found = (count: number | string) => say('found', { count, place: '{count|a|b}' })
    expect([0, 1, 2, 11, '1', '1k'].map(found)).toEqual([
      '0 messages found in {count|a|b}',
      '1 message found in {count|a|b}',
      '2 messages found in {count|a|b}',
      '11 messages found in {count|a|b}',
      '1 message found in {count|a|b}',
      '1k messages found in {count|a|b}',
    ])
    speak(ENGLISH)
    expect(['1', '2'].map((count) => t('live.count', { count }))).toEqual(['1 match', '2 matches'])
  })

  it('is loaded by nothing but the choice of a language', () => {
    const importers = projectFiles('src', ['.ts', '.tsx'])
      .filter((file) => !file.startsWith('src/lib/text/english/'))
      .filter((file) => specifiersOf(readProjectFile(file)).some((name) => /\/english\/|\/en\.ts$/.test(name)))
    expect(importers).toEqual(['src/app/start-language.ts'])
  })

  it('is spoken where a catalogue has it, and Chinese everywhere else', () => {
    const say = sayer({ greet: '你好，{name}', rest: '再见' } as const, 'room')
    speak({ room: { greet: 'Hello {name}', strange: 7 }, 'zh-CN': { 'nav.home': 'Home' } })
    expect([say('greet', { name: '$& {name}' }), say('rest'), t('nav.home'), t('nav.live')]).toEqual([
      'Hello $& {name}',
      '再见',
      'Home',
      '直播',
    ])
    const early = spoken('later', { greet: '你好', rest: '再见' })
    speak({ later: { greet: 'Hello' } })
    const late = spoken('later', { greet: '你好', rest: '再见' })
    expect([early, late]).toEqual([
      { greet: 'Hello', rest: '再见' },
      { greet: 'Hello', rest: '再见' },
    ])
    speak({})
    expect(late).toEqual({ greet: '你好', rest: '再见' })
  })
})
