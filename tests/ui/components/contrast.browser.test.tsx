import { afterAll, describe, expect, it } from 'vitest'
import { SKIN_BACKGROUND, SKINS } from '#protocol/sites.ts'
import '#ui/tokens.css'
import { wear } from '../support/mount.tsx'

/** Foreground, its possible backgrounds, and the required ratio (WCAG 2.2 AA). */
const PAIRS: readonly [foreground: string, grounds: string, needs: number][] = [
  ['text', 'surface raised overlay sunken tint-accent tint-coin tint-live tint-hover hero-a hero-b tint-home', 4.5],
  ['muted', 'surface raised overlay sunken tint-accent tint-coin tint-live tint-hover hero-a hero-b', 4.5],
  ['accent-text', 'surface raised overlay sunken tint-accent tint-hover', 4.5],
  ['on-accent', 'accent accent-2', 4.5],
  ['on-live', 'live-fill', 4.5],
  ['live', 'surface raised tint-live', 4.5],
  ['danger', 'surface raised overlay tint-danger', 4.5],
  ['success', 'surface raised overlay', 4.5],
  ['warn', 'surface raised overlay', 4.5],
  ['coin', 'surface raised overlay tint-coin tint-badge', 4.5],
  ['tint-pending', 'surface raised', 4.5],
  ['surface', 'text', 4.5],
  ['accent-text', 'overlay tint-press', 4.5],
  ['text', 'tint-press tint-danger tint-badge', 4.5],
  ['accent', 'surface raised', 3],
  ['art', 'surface raised overlay tint-accent', 3],
  ['line-strong', 'surface raised overlay sunken', 3],
  ['home-team', 'surface raised', 3],
  ['away-team', 'surface raised', 3],
]

const probe = document.createElement('i')
document.body.append(probe)
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
afterAll(() => probe.remove())

/** Relative luminance of the rendered colour of a token. */
function luminance(token: string): number {
  probe.style.color = `var(--${token})`
  if (!canvas) throw new Error('no canvas')
  canvas.fillStyle = getComputedStyle(probe).color
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
    const part = byte / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratio(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

describe.each(SKINS)('skin %s', (skin) => {
  it('S9.19 every colour pair has sufficient contrast', () => {
    wear(skin)
    const failing = PAIRS.flatMap(([foreground, grounds, needs]) =>
      grounds
        .split(' ')
        .map((ground) => ({ pair: `${foreground} on ${ground}`, ratio: ratio(foreground, ground), needs }))
        .filter((pair) => pair.ratio < pair.needs),
    )
    expect(failing).toEqual([])
  })
})

it.each(SKINS)('S9.19 the browser uses the background of %s for its own controls', (skin) => {
  wear(skin)
  expect(SKIN_BACKGROUND[skin]).toBe(getComputedStyle(document.documentElement).getPropertyValue('--surface').trim())
})

it('S9.19 skins differ in background, accent, corners and headings', () => {
  const looks = SKINS.map((skin) => {
    wear(skin)
    const style = getComputedStyle(document.documentElement)
    return ['--surface', '--accent', '--r-unit', '--frame-r', '--font-display', '--density']
      .map((name) => style.getPropertyValue(name))
      .join(' | ')
  })
  expect(new Set(looks).size).toBe(SKINS.length)
})
