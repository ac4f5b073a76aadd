import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { GALLERY_MATCHES, GALLERY_NOW } from '#gallery/fixtures.ts'
import { LiveStrip } from '#features/live/LiveStrip.tsx'
import type { MatchSummary } from '#features/live/match-stage.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount } from '../support/mount.tsx'

let mounted: Mounted
beforeEach(() => page.viewport(390, 844))
afterEach(() => mounted.unmount())

const [MATCH] = GALLERY_MATCHES
const strip = (homeScore: number) => {
  const match: MatchSummary = { ...MATCH!, homeScore }
  return (
    <MemoryRouter>
      <LiveStrip matches={[match]} now={GALLERY_NOW} />
    </MemoryRouter>
  )
}

it('a goal highlights its cell again and does not move the focus', async () => {
  mounted = mount(strip(2))
  const cell = page.getByRole('link').element() as HTMLElement
  const tints = () =>
    cell.getAnimations({ subtree: true }).filter((one) => one instanceof CSSAnimation && /hold/.test(one.animationName))
  cell.focus()
  expect(tints()).toHaveLength(0)
  mounted.render(strip(3))
  await frames(2)
  expect(document.activeElement).toBe(cell)
  expect(cell.textContent).toContain('进球')
  const [first] = tints()
  expect(first).toBeDefined()
  mounted.render(strip(4))
  await frames(2)
  expect(document.activeElement).toBe(cell)
  expect(tints()).toHaveLength(1)
  expect(tints()[0]).not.toBe(first)
  // The highlight covers the cell below its text and ignores presses.
  const layer = cell.querySelector(':scope > [aria-hidden]')
  expect(layer?.getBoundingClientRect().height).toBe(cell.clientHeight)
  tints()[0]?.finish()
  await expect.poll(() => cell.textContent).not.toContain('进球')
})
