import { afterEach, expect, it } from 'vitest'
import { closeHome, openHome, serveHome } from '../support/open-home.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'

afterEach(() => {
  closeRoom()
  closeHome()
})

const CONTROLS = 'button, input, [role="tab"], [role="radio"], [role="switch"]'
/** Hidden controls, and the dots of a carousel, which is swiped. */
const EXEMPT = '.visually-hidden, [inert], [aria-roledescription]'
/** Half of 44 px, without the border of a neighbour. */
const REACH_PX = 21

/** Controls in the window that a finger misses 21 px above or below their centre. */
function smallTargets(): string[] {
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const isSeen = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!isSeen || width < 2 || height < 2 || control.closest(EXEMPT) !== null) return []
    const isReachable = (at: number) => ownerAt(x, at) === null || ownerAt(x, at) === control
    if (ownerAt(x, y) !== control || y - REACH_PX < 0 || y + REACH_PX > window.innerHeight) return []
    const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
    return isReachable(y - REACH_PX) && isReachable(y + REACH_PX) ? [] : [`${name.slice(0, 20)}: ${height} px`]
  })

  /** The control that a press would reach; null outside of the window. */
  function ownerAt(x: number, y: number): Element | null | undefined {
    const found = document.elementFromPoint(x, y)
    return found === null ? null : (found.closest(CONTROLS) ?? undefined)
  }
}

it('WCAG 2.5.5 every control of a room on a phone can be pressed within 44 px', async () => {
  await openRoomPage({ width: 390, height: 844 })
  expect(smallTargets()).toEqual([])
})

it('WCAG 2.5.5 every control of the home screen on a phone can be pressed within 44 px', async () => {
  serveHome()
  await openHome({ width: 390, height: 844, isMember: true })
  await expect.poll(() => document.querySelectorAll('a[href^="/app/live/"]').length).toBeGreaterThan(3)
  expect(smallTargets()).toEqual([])
})
