import { describe, expect, it } from 'vitest'
import { loadScript } from '#lib/browser/load-script.ts'

declare global {
  interface Window {
    timesLoaded?: number
  }
}

const address = () =>
  URL.createObjectURL(new Blob(['window.timesLoaded = (window.timesLoaded ?? 0) + 1'], { type: 'text/javascript' }))
const elements = (src: string) => document.querySelectorAll(`script[src="${src}"]`).length

describe("a vendor's script", () => {
  it('S4.19 is loaded once for any number of requests', async () => {
    const src = address()
    await Promise.all([loadScript(src), loadScript(src)])
    await loadScript(src)
    expect(window.timesLoaded).toBe(1)
    expect(elements(src)).toBe(1)
  })

  it('S4.19 is removed after a failure, and can be requested again', async () => {
    const src = address()
    URL.revokeObjectURL(src)
    await expect(loadScript(src)).rejects.toThrow('could not load')
    expect(elements(src)).toBe(0)
    await expect(loadScript(src)).rejects.toThrow('could not load')
  })

  it.each(['http://vendor.example/x.js', 'javascript:void 0', 'data:text/javascript,1'])(
    'is never loaded from %s',
    async (src) => {
      await expect(loadScript(src)).rejects.toThrow('not a safe address')
      expect(elements(src)).toBe(0)
    },
  )
})
