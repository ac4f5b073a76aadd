import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveSamples } from '#features/perf/StatsPanel.tsx'
import { exportElementPng } from '#lib/browser/export-png.ts'

const saved: string[] = []
let card: HTMLElement
beforeEach(() => {
  card = document.createElement('div')
  card.style.cssText = 'width:20px;height:20px;background:#0a8263'
  document.body.append(card)
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
    saved.push(this.href)
  })
})
afterEach(() => {
  card.remove()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each([
  ['S2.21 a picture', async () => void (await exportElementPng(card, '看台'))],
  ['the figures of a minute', async () => saveSamples([])],
])('%s can be read for half a minute after the press, and is revoked afterwards', async (_name, save) => {
  const letGo = vi.spyOn(URL, 'revokeObjectURL')
  const set = vi.spyOn(globalThis, 'setTimeout')
  await save()
  expect(saved).toHaveLength(1)
  expect(letGo.mock.calls.map(([address]) => address)).not.toContain(saved[0])
  const release = set.mock.calls.find(([, delay]) => delay === 40_000)?.[0]
  expect(release).toBeTypeOf('function')
  expect(await (await fetch(saved[0] ?? '')).blob()).toHaveProperty('size')
  expect(letGo.mock.calls.map(([address]) => address)).not.toContain(saved[0])
  release?.()
  expect(letGo.mock.calls.map(([address]) => address)).toContain(saved[0])
})
