import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { SKINS } from '#protocol/sites.ts'
import { PRICE_AREA } from '#ui/button/price-writer.ts'
import { PriceButton, type PriceSource } from '#ui/button/PriceButton.tsx'
import { mount, type Mounted } from '../support/mount.tsx'

let mounted: Mounted
afterEach(() => {
  vi.useRealTimers()
  mounted.unmount()
})

function changingPrice(): PriceSource & { set: (text: string) => void } {
  const listeners = new Set<() => void>()
  let price = 1_500
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => ({ price, move: 'up', state: 'open' }),
    set: (text) => {
      price = Math.round(Number(text) * 1_000)
      listeners.forEach((listener) => listener())
    },
  }
}

it('S7.55 writes a visible price at once and a hidden one when it becomes visible, or some seconds later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [near, distant] = [changingPrice(), changingPrice()]
  mounted = mount(
    <>
      <PriceButton source={near} label="主" name="near" isSelected={false} onPress={() => undefined} />
      <div style={{ height: '4000px' }} />
      <div {...PRICE_AREA}>
        <PriceButton source={distant} label="客" name="distant" isSelected={false} onPress={() => undefined} />
      </div>
    </>,
  )
  const shown = (name: string) => page.getByRole('button', { name }).element().querySelector('b')?.textContent
  await expect.poll(() => shown('distant')).toBe('1.50')
  // The observer has reported once both prices differ.
  let step = 0
  await expect
    .poll(() => {
      step += 1
      near.set(`2.${10 + step}`)
      distant.set(`2.${10 + step}`)
      return [shown('near') === `2.${10 + step}`, shown('distant') === `2.${10 + step}`]
    })
    .toEqual([true, false])

  const last = `2.${10 + step}`
  page.getByRole('button', { name: 'distant' }).element().scrollIntoView()
  await expect.poll(() => shown('distant'), { timeout: 1_000 }).toBe(last)

  scrollTo(0, 0)
  await expect
    .poll(() => {
      step += 1
      distant.set(`3.${10 + step}`)
      return shown('distant') === `3.${10 + step}`
    })
    .toBe(false)
  vi.advanceTimersByTime(5_000)
  expect(shown('distant')).toBe(`3.${10 + step}`)
})

it.each(SKINS)('shows the whole price beside its label in %s', async (skin) => {
  const source = changingPrice()
  source.set('12.34')
  mounted = mount(
    <div style={{ width: '200px', containerType: 'inline-size' }}>
      <PriceButton source={source} label="主 -0.5/1" name="price" isSelected={false} onPress={() => undefined} />
    </div>,
    skin,
  )
  const button = page.getByRole('button', { name: 'price' }).element()
  const figure = button.querySelector('b') as HTMLElement
  await expect.poll(() => figure.textContent).toBe('12.34')
  const text = document.createRange()
  text.selectNodeContents(figure)
  const [line, ...others] = text.getClientRects()
  expect(others).toEqual([])
  expect(line?.width ?? Infinity).toBeLessThanOrEqual(figure.getBoundingClientRect().width + 0.5)
})
