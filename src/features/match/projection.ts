import { LENGTH, type Place } from '#protocol/rules/match-story.ts'

/** The visible area; content outside of it fills frames of other aspect ratios. */
export const VIEW = { width: 640, top: 46, height: 310 } as const
/** Position of the field, seen from above the near stand, in perspective. */
const NEAR = { y: 338, pixelsPerMetre: 5.75 }
const DISTANCE = 172
const DROP = 770
const TOP = NEAR.y - DROP

/** Scale at a depth, as a fraction. */
export function scaleAt(y: number): number {
  return DISTANCE / (DISTANCE + y)
}

/** Projects a point of the field, or `height` metres above it, to the picture. */
export function project({ x, y }: Place, height = 0): Place {
  const scale = scaleAt(y)
  const pixels = NEAR.pixelsPerMetre * scale
  return { x: VIEW.width / 2 + (x - LENGTH / 2) * pixels, y: TOP + DROP * scale - height * pixels }
}

const round = (value: number) => Math.round(value * 10) / 10

/** `x,y x,y` for a polygon or polyline. */
export function points(places: readonly Place[], height = 0): string {
  return places
    .map((place) => project(place, height))
    .map(({ x, y }) => `${round(x)},${round(y)}`)
    .join(' ')
}

/** The corners of a rectangle on the field. */
export function box(x1: number, y1: number, x2: number, y2: number): Place[] {
  return [
    { x: x1, y: y1 },
    { x: x2, y: y1 },
    { x: x2, y: y2 },
    { x: x1, y: y2 },
  ]
}

/** Part of a circle on the field; angles in turns, counter-clockwise from the direction of the away goal. */
export function arc(centre: Place, radius: number, from = 0, to = 1): Place[] {
  const pieces = Math.max(8, Math.ceil((to - from) * 48))
  return Array.from({ length: pieces + 1 }, (_, piece) => {
    const angle = (from + ((to - from) * piece) / pieces) * 2 * Math.PI
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
  })
}

/** A path through points with rounded corners. */
export function ribbon(places: readonly Place[]): string {
  return `M${points(places).replaceAll(' ', 'L')}`
}
