import { afterEach, expect, it } from 'vitest'
import { closeHome, openHome, serveHome } from '../support/open-home.tsx'
import { frame } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'

const root = document.documentElement
afterEach(() => {
  root.style.fontSize = ''
  closeRoom()
  closeHome()
})

/** Font sizes of all elements with a text of their own. */
function fontSizes(): Map<Element, number> {
  const sizes = new Map<Element, number>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (element === null || (node.nodeValue ?? '').trim() === '' || element.closest('svg, script, style')) continue
    sizes.set(element, Number.parseFloat(getComputedStyle(element).fontSize))
  }
  return sizes
}

/** Texts whose size does not follow a root font of 200 %. */
async function fixedTexts(): Promise<string[]> {
  const before = fontSizes()
  expect(before.size).toBeGreaterThan(20)
  root.style.fontSize = '200%'
  await frame()
  const after = fontSizes()
  return [...before].flatMap(([element, size]) => {
    const larger = after.get(element) ?? size * 2
    return larger < size * 1.99 ? [`${element.className} ${element.textContent}: ${size} px, ${larger} px`] : []
  })
}

it('WCAG 1.4.4 every text of a room doubles with a root font of 200 %', async () => {
  await openRoomPage({ width: 390 })
  expect(await fixedTexts()).toEqual([])
})

it('WCAG 1.4.4 every text of the home screen doubles with a root font of 200 %', async () => {
  serveHome()
  await openHome({ width: 390, isMember: true })
  await expect.poll(() => document.querySelectorAll('a[href^="/app/live/"]').length).toBeGreaterThan(3)
  expect(await fixedTexts()).toEqual([])
})
