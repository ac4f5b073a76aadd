import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neighbour, swipeDirection } from '#app/room/room-swipe.ts'

const WIDTH = 390

describe('a swipe on the picture', () => {
  it.each([
    ['to the left', { x: 300, y: 100 }, { x: 200, y: 110 }, 1],
    ['to the right', { x: 100, y: 100 }, { x: 220, y: 90 }, -1],
    ['short', { x: 200, y: 100 }, { x: 150, y: 100 }, 0],
    ['steep', { x: 300, y: 100 }, { x: 220, y: 160 }, 0],
    ['from the left edge, which goes back', { x: 10, y: 100 }, { x: 200, y: 100 }, 0],
    ['from the right edge', { x: 380, y: 100 }, { x: 200, y: 100 }, 0],
  ] as const)('%s', (_, from, to, direction) => {
    expect(swipeDirection(from, to, WIDTH)).toBe(direction)
  })
})

describe('the neighbour of a room', () => {
  const rooms = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 2, maxLength: 20 })

  it('is another room, and the way back leads to the first one', () => {
    fc.assert(
      fc.property(rooms, fc.nat(), (list, place) => {
        const room = list[place % list.length]!
        const next = neighbour(list, room, 1)!
        expect(next).not.toBe(room)
        expect(neighbour(list, next, -1)).toBe(room)
      }),
    )
  })

  it('of a room that is not in the list is an end of the list; without others there is none', () => {
    expect(neighbour(['a', 'b'], 'x', 1)).toBe('a')
    expect(neighbour(['a', 'b'], 'x', -1)).toBe('b')
    expect(neighbour(['a'], 'a', 1)).toBeNull()
    expect(neighbour([], 'a', -1)).toBeNull()
  })
})
