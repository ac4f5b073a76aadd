import { expect, it } from 'vitest'
import { projectFiles, readProjectFile } from '#tests/support/project.ts'

/** Folders of what a room shows. */
const FOLDERS = [
  'src/app/room',
  'src/app/shell',
  'src/features/chat',
  'src/features/danmaku',
  'src/features/effects',
  'src/features/float',
  'src/features/gift',
  'src/features/match',
  'src/features/notice',
  'src/features/player',
  'src/ui/page/Tiles.module.css',
]
/** States of a control within its own row. */
const STATES = [':checked', ':disabled', ':focus-visible']

it('no style of a room has a :has() selector for elements, which would be evaluated for every message', () => {
  const found = projectFiles('src', ['.css'])
    .filter((file) => FOLDERS.some((folder) => file.startsWith(folder)))
    .flatMap((file) => [...readProjectFile(file).matchAll(/:has\(([^)]*)\)/g)].map(([, of = '']) => `${file}: ${of}`))
  expect(found.filter((one) => !STATES.some((state) => one.endsWith(`: ${state}`)))).toEqual([])
  expect(found).toContain('src/features/danmaku/DanmakuSettingsForm.module.css: :focus-visible')
})

/** Elements that styles may name; a misspelled one would match nothing. */
const ELEMENTS =
  'a abbr aside b bdi blockquote body button canvas code dd del details div dl dt em fieldset figcaption figure form g h1 h2 h3 h4 header hr html i iframe img input ins kbd label legend li line main meter nav ol option output p path picture polygon pre progress q rect section select small span strong summary svg table tbody td text textarea tfoot th thead time tr u ul video'.split(
    ' ',
  )

it('every element that a style module names exists', () => {
  const modules = projectFiles('src', ['.module.css'])
  const named = modules.flatMap((file) => {
    const rules = readProjectFile(file).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector)
    return selectors
      .filter((selector) => !/@|%|^\s*(?:from|to)\s*$/.test(selector))
      .flatMap(
        (selector) =>
          selector.replaceAll(/\[[^\]]*\]|\([\dn+ -]*\)|::?[\w-]+|[.#][\w-]+/g, '').match(/[a-z][\w-]*/gi) ?? [],
      )
      .map((element) => `${file}: ${element}`)
  })
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((one) => !ELEMENTS.includes(one.split(': ')[1] ?? ''))).toEqual([])
})
