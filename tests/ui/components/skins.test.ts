import { describe, expect, it } from 'vitest'
import { SKINS } from '#protocol/sites.ts'
import { projectFiles, readProjectFile } from '../../support/project.ts'

/** Properties that every skin must set. */
const NEEDED = [
  'surface',
  'raised',
  'overlay',
  'sunken',
  'text',
  'muted',
  'line',
  'line-strong',
  'accent',
  'on-accent',
  'accent-text',
  'r-unit',
  'shade',
]

/** The custom properties that a stylesheet sets. */
const namesIn = (css: string): string[] => [...css.matchAll(/^\s+--([\w-]+):/gm)].map(([, name = '']) => name)

const sheet = (path: string): string => readProjectFile(`src/ui/${path}`)
const known = new Set(
  ['primitives', 'scales', 'meanings', 'layouts'].flatMap((part) => namesIn(sheet(`tokens/${part}.css`))),
)

/** File names are in kebab case: triad-theme. */
const fileOf = (skin: string): string => skin.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe.each(SKINS)('S9.19 the skin %s', (skin) => {
  const css = sheet(`skins/${fileOf(skin)}.css`)

  it('is one block with at most seventy values and its own typeface', () => {
    expect(css.match(/\{/g)).toHaveLength(1)
    expect(css).toContain(`[data-skin='${skin}'] {`)
    const names = namesIn(css)
    expect(names).toEqual(expect.arrayContaining(NEEDED))
    expect(names.length).toBeLessThanOrEqual(70)
    expect(names.length).toBe(new Set(names).size)
  })

  it('overrides only existing custom properties', () => {
    const faces = new Set([...known, ...NEEDED])
    expect(namesIn(css).filter((name) => !faces.has(name))).toEqual([])
  })

  it('is in the stylesheet of every page, after the defaults', () => {
    const imports = [...sheet('tokens.css').matchAll(/@import '\.\/(.+?)\.css';/g)].map(([, path]) => path)
    expect(imports).toContain(`skins/${fileOf(skin)}`)
    expect(imports.slice(0, 4)).toEqual(['tokens/primitives', 'tokens/scales', 'tokens/meanings', 'tokens/layouts'])
  })
})

/** Stylesheets with fixed colours: over videos and in drawings. */
const OVER_PICTURES = [
  'src/ui/choice/Switch.module.css',
  'src/app/room/RoomRain.module.css',
  'src/features/match/AnimatedField.module.css',
  'src/features/table/PlayingCard.module.css',
  'src/features/table/Roads.module.css',
  'src/features/player/Player.module.css',
  'src/gallery/gallery.module.css',
]

it('S9.19 no component and no screen has a colour of its own', () => {
  const sheets = projectFiles('src', ['.module.css']).filter((file) => !OVER_PICTURES.includes(file))
  expect(sheets.length).toBeGreaterThan(80)
  const coloured = sheets.filter((file) => {
    const paint = readProjectFile(file).replaceAll(/^\s*(-webkit-)?mask[\w-]*:[^;]*;/gm, '')
    return /#[0-9a-f]{3,8}\b|\b(?:hsla?|oklch)\(|\brgba?\((?!0 0 0|255 255 255)/i.test(paint)
  })
  expect(coloured).toEqual([])
})
