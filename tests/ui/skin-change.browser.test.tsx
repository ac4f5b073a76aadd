import { afterEach, describe, expect, it } from 'vitest'
import { currentSkin, wearSkin } from '#ui/skin.ts'
import { frame } from './support/mount.tsx'

const worn = currentSkin()
afterEach(async () => {
  wearSkin(worn)
  document.body.replaceChildren()
  await framesOfAChange()
})

/** An element with a long colour transition. */
function fadingPart(): HTMLElement {
  const part = document.createElement('p')
  part.style.cssText = 'background: var(--accent); transition: background-color 60s'
  document.body.append(part)
  return part
}
const colourOf = (part: Element) => getComputedStyle(part).backgroundColor

describe('a change of the skin', () => {
  it('S9.19 is complete in the next frame, without transitions', async () => {
    wearSkin('glow')
    await framesOfAChange()
    const part = fadingPart()
    const before = colourOf(part)

    wearSkin('elegant')
    const after = colourOf(part)
    expect(after).not.toBe(before)
    expect(part.getAnimations()).toEqual([])

    await framesOfAChange()
    expect(colourOf(part)).toBe(after)
    expect(part.getAnimations()).toEqual([])
  })

  it('S9.19 restores transitions after rendering, also after several changes', async () => {
    wearSkin('glow')
    await frame()
    wearSkin('elegant')
    await frame()
    expect(document.documentElement.dataset['skinChange']).toBe('')
    await frame()
    expect(document.documentElement.dataset['skinChange']).toBeUndefined()

    const part = fadingPart()
    colourOf(part)
    part.style.backgroundColor = 'rgb(1, 2, 3)'
    expect(colourOf(part)).not.toBe('rgb(1, 2, 3)')
    expect(part.getAnimations()).toHaveLength(1)
  })

  it('S9.19 does nothing if the skin is already active', () => {
    wearSkin(currentSkin())
    expect(document.documentElement.dataset['skinChange']).toBeUndefined()
  })
})

async function framesOfAChange(): Promise<void> {
  await frame()
  await frame()
}
