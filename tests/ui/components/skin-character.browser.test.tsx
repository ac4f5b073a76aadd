import { describe, expect, it } from 'vitest'
import type { Skin } from '#protocol/sites.ts'
import { SKINS } from '#protocol/sites.ts'
import { Coin } from '#ui/art/Coin.tsx'
import { skinOverPicture } from '#ui/skin.ts'
import { Score } from '#ui/text/Score.tsx'
import { mount, wear } from '../support/mount.tsx'

const probe = document.createElement('i')
document.body.append(probe)
const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

type Colour = readonly [red: number, green: number, blue: number]

/** The colour of CSS layers over each other, the first one at the bottom. */
function painted(...layers: readonly string[]): Colour {
  if (!context) throw new Error('no canvas')
  for (const layer of layers) {
    probe.style.color = layer
    context.fillStyle = getComputedStyle(probe).color
    context.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((byte) => {
    const part = byte / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratio(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const value = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

/** Properties of a room that are visible without colours. */
const GEOMETRY = [
  ['font-score', 'font-label', 'score-cell', 'score-pad'],
  ['tab-r', 'tab-gap', 'tab-pad', 'tab-bar-height', 'stage-tabs'],
  ['strip-columns', 'stage-gap', 'part-r', 'picture-inset', 'frame-r', 'frame-gap', 'odds-gap'],
].flat()

it('S9.19 every skin has a geometry of its own', () => {
  const geometries = SKINS.map((skin) => {
    wear(skin)
    return GEOMETRY.map(value).join(' | ')
  })
  expect(new Set(geometries).size).toBe(SKINS.length)
})

describe.each(SKINS)('S9.19 the skin %s over pictures', (skin) => {
  it('has readable plates on the brightest picture, in a dark ground of its own', () => {
    wear(skin)
    expect(ratio(painted('var(--video-text)'), painted('white', 'var(--video-plate)'))).toBeGreaterThanOrEqual(4.5)
    const [light, ground] = [painted('var(--text)'), painted('var(--picture-ground)')]
    expect(luminance(ground)).toBeLessThan(0.02)
    expect(luminance(ground)).toBeLessThan(luminance(light))
  })
})

it('S9.19 plates of 包厢 are navy, and its chat over the picture too', () => {
  wear('classy')
  const [red, green, blue] = painted('var(--picture-ground)')
  expect(blue).toBeGreaterThan(green)
  expect(green).toBeGreaterThan(red)
  expect(skinOverPicture()).toBe('classy')
  wear('fresh')
  expect(skinOverPicture()).toBe('glow')
})

it('S9.19 灯下 lights the lead only: frames, tabs, marks and repeated buttons have no accent', () => {
  wear('glow')
  const accents = [painted('var(--accent)'), painted('var(--accent-text)')]
  for (const name of ['frame-top', 'tab-bar', 'tab-on-text', 'head-mark', 'minor-ground', 'sign', 'sign-text']) {
    expect(accents).not.toContainEqual(painted(`var(--${name})`))
  }
  expect(ratio(painted('var(--minor-text)'), painted('var(--minor-ground)'))).toBeGreaterThanOrEqual(4.5)
  expect(ratio(painted('var(--on-accent)'), painted('var(--sign)'))).toBeGreaterThanOrEqual(4.5)
  expect(value('lead-rule')).toContain(value('accent'))
})

/** The home and the away number of a large score. */
function figures(skin: Skin): { readonly cells: readonly CSSStyleDeclaration[]; readonly unmount: () => void } {
  const mounted = mount(<Score home={2} away={1} size="large" />, skin)
  const cells = [...mounted.root.querySelectorAll('[aria-hidden] > span')].map((cell) => getComputedStyle(cell))
  return { cells, unmount: () => mounted.unmount() }
}

it.each([
  ['雅集', 'elegant', 'Songti SC'],
  ['记录纸', 'simple', 'monospace'],
] as const)('S9.19 figures of %s are in its own face', (_name, skin, face) => {
  const shown = figures(skin)
  expect(shown.cells.map(({ fontFamily }) => fontFamily.includes(face))).toEqual([true, true])
  shown.unmount()
})

it('S9.19 no skin cuts off a score at rest', () => {
  for (const skin of SKINS) {
    const shown = figures(skin)
    expect(
      shown.cells.map(({ overflow }) => overflow),
      skin,
    ).toEqual(['visible', 'visible'])
    shown.unmount()
  }
})

it('S9.19 counts and balances of 雅集 are in its serif', () => {
  const mounted = mount(<Coin amount={1288} />, 'elegant')
  const figure = mounted.root.querySelector('b')
  expect(figure && getComputedStyle(figure).fontFamily).toContain('Songti SC')
  mounted.unmount()
})

it('S9.19 the figures of 三原色 are readable blocks in the two colours of the sides', () => {
  const shown = figures('triadTheme')
  const { cells } = shown
  const grounds = cells.map(({ backgroundColor }) => painted(backgroundColor))
  expect(grounds).toEqual([painted('var(--home-team)'), painted('var(--away-team)')])
  for (const { color, backgroundColor } of cells) {
    expect(ratio(painted(color), painted(backgroundColor))).toBeGreaterThanOrEqual(4.5)
  }
  shown.unmount()
})

it('S9.19 texts are readable on the two club colours of 德比', () => {
  wear('colorful')
  expect(value('strip-ground')).toContain(value('home-team'))
  expect(value('strip-ground')).toContain(value('lagoon-700'))
  for (const sash of ['var(--home-team) 18%', 'var(--lagoon-700) 20%', 'var(--lagoon-700) 26%']) {
    const ground = painted('var(--raised)', `color-mix(in srgb, ${sash}, transparent)`)
    expect(ratio(painted('var(--muted)'), ground)).toBeGreaterThanOrEqual(4.5)
  }
})
