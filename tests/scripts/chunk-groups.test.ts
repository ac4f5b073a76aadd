import { describe, expect, it } from 'vitest'
import { groupsOf } from '../../scripts/vite/chunk-groups.ts'

const BEGINNINGS = {
  application: 'index',
  play: 'play',
  home: 'Home',
  list: 'List',
  room: 'Room',
  chat: 'Chat',
  login: 'Login',
  register: 'Register',
  router: 'router',
  overlays: ['Dialog', 'Menu'],
}
const LUCIDE = '/x/node_modules/lucide-react/lucide.mjs'
const REACT = '/x/node_modules/react/index.js'
const TABS = '/x/node_modules/@base-ui/react/tabs.mjs'
const KIT = '/x/node_modules/@base-ui/react/inside.mjs'

/** A graph of `module: [imported, …]`, with the code of some modules and dynamic imports. */
function graphOf(
  imports: Record<string, string[]>,
  code: Record<string, string> = {},
  dynamicImports: Record<string, string[]> = {},
) {
  const importersOf = (id: string) => Object.keys(imports).filter((other) => imports[other]?.includes(id))
  return {
    getModuleInfo: (id: string) => ({
      importedIds: imports[id] ?? [],
      dynamicallyImportedIds: dynamicImports[id] ?? [],
      importers: importersOf(id),
      code: code[id] ?? null,
    }),
  }
}

describe('chunk groups', () => {
  it('contain the modules of both pages, of the application, and those shared by first screens', () => {
    const graph = graphOf({
      index: [REACT, 'router'],
      play: [REACT, 'player'],
      router: ['button'],
      player: ['button'],
      Home: ['card', 'rare', 'own', 'reminders', 'marquee', TABS],
      List: ['card', 'field', 'score', TABS],
      Room: ['score', 'marquee'],
      News: ['rare'],
      Side: ['reminders'],
      Login: ['field', 'form', KIT],
      [TABS]: [KIT],
    })
    expect(Object.fromEntries(groupsOf(graph, BEGINNINGS))).toEqual({
      index: 'shell',
      router: 'shell',
      button: 'base',
      [REACT]: 'base',
      card: 'lists',
      score: 'match',
      field: 'kit',
      [KIT]: 'kit',
      rare: 'parts',
      reminders: 'parts',
      marquee: 'stage',
      form: 'form',
    })
  })

  it('keep modules that play.html loads later out of the application', () => {
    const graph = graphOf(
      {
        index: ['shell', LUCIDE],
        shell: ['art', LUCIDE],
        play: ['empty'],
        scene: ['art', 'stand'],
        dialog: [LUCIDE],
        Home: ['stand'],
        Other: ['stand'],
      },
      {
        shell: 'import { X } from "lucide-react";',
        dialog: 'import { X } from "lucide-react";',
        [LUCIDE]: `export { default as X } from './icons/x.mjs';`,
      },
      { empty: ['scene', 'dialog'] },
    )
    const names = groupsOf(graph, BEGINNINGS)
    for (const shared of ['art', 'stand', '/x/node_modules/lucide-react/icons/x.mjs']) {
      expect(names.get(shared), shared).toBe('both')
    }
    for (const own of ['scene', 'dialog']) expect(names.get(own)).toBeUndefined()
    expect(names.get('shell')).toBe('shell')
  })

  it('keep icons of play.html out of the application', () => {
    const graph = graphOf(
      { index: ['shell', LUCIDE], shell: [LUCIDE], play: ['player'], player: [LUCIDE] },
      {
        shell: 'import { Bell, Volume2 } from "lucide-react";',
        player: 'import { Play as Start, Volume2 } from "lucide-react";',
        [LUCIDE]: `export { default as LucidePlay, default as Play } from './icons/play.mjs';
          export { default as Volume2 } from './icons/volume-2.mjs'; export { default as Bell } from './icons/bell.mjs';`,
      },
    )
    const icons = [...groupsOf(graph, BEGINNINGS)].filter(([id]) => id.includes('/icons/'))
    expect(Object.fromEntries(icons)).toEqual({
      '/x/node_modules/lucide-react/icons/play.mjs': 'base',
      '/x/node_modules/lucide-react/icons/volume-2.mjs': 'base',
    })
  })

  it('accept cyclic imports', () => {
    const circle = graphOf({ index: ['one'], one: ['other'], other: ['one', 'index'] })
    expect([...groupsOf(circle, BEGINNINGS).keys()]).toEqual(['index', 'one', 'other'])
  })

  it('put the contents of overlays into one group, and share only their common modules with first screens', () => {
    const graph = graphOf({
      index: ['shell'],
      Home: [TABS],
      [TABS]: [KIT],
      Dialog: ['shell', 'focus', KIT],
      Menu: ['focus', 'list'],
    })
    const names = groupsOf(graph, BEGINNINGS)
    for (const id of ['focus', 'list']) expect(names.get(id), id).toBe('overlays')
    expect(names.get(KIT)).toBe('controls')
    for (const id of ['Dialog', 'Menu']) expect(names.get(id), id).toBeUndefined()
    expect(names.get('shell')).toBe('shell')
  })
  it('put what six screens share into three files, without what rooms need and without large modules', () => {
    const screens = ['A', 'B', 'C', 'D', 'E', 'F']
    const shared = ['rows', 'large', 'random', 'phone', KIT]
    const icon = '/x/node_modules/lucide-react/icons/x.mjs'
    const graph = graphOf(
      {
        ...Object.fromEntries(
          screens.map((screen) => [screen, [...shared, ...(screen < 'D' ? ['rare', LUCIDE] : [])]]),
        ),
        Register: ['phone'],
        Chat: ['random'],
        Menu: ['focus', KIT],
      },
      {
        ...Object.fromEntries(screens.slice(0, 3).map((screen) => [screen, 'import { X } from "lucide-react";'])),
        [LUCIDE]: `export { default as X } from './icons/x.mjs';`,
        large: ' '.repeat(20_000),
      },
      { router: screens },
    )
    expect(Object.fromEntries(groupsOf(graph, BEGINNINGS))).toEqual({
      index: 'shell',
      [KIT]: 'controls',
      focus: 'overlays',
      rows: 'screens',
      phone: 'fields',
      [icon]: 'icons',
    })
  })
})
