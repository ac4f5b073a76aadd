import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { CONTENT_BODIES } from '#protocol/console/content-bodies.ts'
import { NAVIGATION_ICONS } from '#protocol/console/constants.ts'
import { CONSOLE_ACTIONS } from '#protocol/console/table.ts'
import { shownLines, shownText } from '#protocol/endpoints/shapes.ts'
import { jumpTarget } from '#protocol/rules/jump.ts'

type Def = z.core.$ZodTypeDef & {
  shape?: Record<string, z.core.$ZodType>
  options?: z.core.$ZodType[]
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  checks?: { _zod: { def: { check: string; format?: string } } }[]
}

/** Paths of the strings of a schema that are limited in length only. */
function freeStrings(schema: z.core.$ZodType, path: string): string[] {
  const def = schema._zod.def as Def
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape ?? {}).flatMap(([name, field]) => freeStrings(field, `${path}.${name}`))
    case 'union':
      return (def.options ?? []).flatMap((option) => freeStrings(option, path))
    case 'optional':
    case 'nullable':
      return def.innerType ? freeStrings(def.innerType, path) : []
    case 'array':
      return def.element ? freeStrings(def.element, `${path}[]`) : []
    case 'pipe':
      return [def.in, def.out].flatMap((part) => (part ? freeStrings(part, path) : []))
    case 'string': {
      const kinds = (def.checks ?? []).map(({ _zod }) => _zod.def.check)
      return kinds.every((kind) => kind === 'max_length' || kind === 'min_length') ? [path] : []
    }
    default:
      return []
  }
}

/** Fields of the console that nobody is shown: ids, secrets, links (which have a rule of their own). */
const NOT_SHOWN = /(?:\.id|Id|\.after|\.password|\.jumpUrl)$/
/** What an operator searches for, or names. */
const LOOKED_UP = [
  'anchor.list.text',
  'audit.list.action',
  'audit.list.actor',
  'audit.list.target',
  'feedback.picture.image',
  'match.list.text',
  'member.search.text',
  'revision.list.subject',
  'room.list.text',
  'room.setAdmins.names[]',
  'session.signIn.name',
  'term.test.text',
]
const INVISIBLE = ['\u3164', '\u2800', '\u200b', '\u00ad', '\u{e0061}', '\ufe0f', '\u0085', '\u2028', ' ', '\u0301']

describe('texts that others see', () => {
  it('S3.22 the console has no free text that is not cleaned', () => {
    const requests = [
      ...Object.entries(CONSOLE_ACTIONS).map(([name, { request }]) => [name, request] as const),
      ...Object.entries(CONTENT_BODIES).map(([name, body]) => [name, body] as const),
    ]
    const free = requests.flatMap(([name, request]) => freeStrings(request, name))
    expect(free.filter((path) => !NOT_SHOWN.test(path)).toSorted()).toEqual(LOOKED_UP)
  })

  it('S3.22 are refused if they must show something and do not', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...INVISIBLE), { maxLength: 12 }), (parts) => {
        for (const schema of [shownText(1, 20), shownLines(1, 20)]) {
          expect(schema.safeParse(parts.join('')).success).toBe(false)
        }
        expect(shownText(0, 20).safeParse(parts.join('')).data).toBe('')
      }),
    )
    expect(shownLines(1, 20).safeParse('一\u200b\n\u3164\n二').data).toBe('一\n\n二')
    // What is not seen does not count.
    expect(shownText(1, 3).safeParse(`进${'\u200b'.repeat(20)}球了`).data).toBe('进球了')
  })

  it('S7.27 S7.30 every stored link is one that pages open', () => {
    const parts = [
      '/',
      '\\',
      'app',
      '..',
      '.',
      '%5c',
      '%2e',
      ' ',
      'https://',
      'a.example',
      '@',
      '#',
      '?',
      '\u200b',
      '//',
    ]
    const url = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((some) => some.join(''))
    fc.assert(
      fc.property(fc.constantFrom(0, 1, 2), url, (jumpType, jumpUrl) => {
        const link = { jumpType, jumpUrl }
        const isStored = CONTENT_BODIES.floatWindow.safeParse({ position: 'left', img: '/a.png', ...link }).success
        expect(isStored).toBe(jumpType === 0 ? jumpUrl === '' : jumpTarget(link).kind !== 'none')
        const navigation = { name: '直播', order: 1, path: jumpUrl }
        const isPath = jumpTarget({ jumpType: 1, jumpUrl }).kind === 'path'
        const icon = NAVIGATION_ICONS[0]
        expect(CONTENT_BODIES.navigation.safeParse({ ...navigation, icon }).success).toBe(isPath)
        const picture = { position: 'left', img: jumpUrl, jumpType: 0, jumpUrl: '' }
        if (CONTENT_BODIES.floatWindow.safeParse(picture).success) expect(isPath).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
