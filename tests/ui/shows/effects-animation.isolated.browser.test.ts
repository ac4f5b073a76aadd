import { afterEach, describe, expect, it, vi } from 'vitest'
import { ANIMATION_MS, playAnimation } from '#features/effects/animation.ts'
import { showAnimation } from '#features/effects/animation-player.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('animations', () => {
  it('use one worker for consecutive gifts and leave no canvas behind', () => {
    const called: string[] = []
    let threads = 0
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        constructor() {
          super()
          threads += 1
        }
        postMessage(message: { type: string }) {
          called.push(message.type)
        }
        terminate() {}
      },
    )
    const host = document.createElement('div')
    for (let seed = 0; seed < 40; seed += 1) {
      const stop = showAnimation(host, { kind: 'fireworks', seed, width: 320, height: 180, density: 1 })
      expect(host.childElementCount).toBe(1)
      stop()
      expect(host.childElementCount).toBe(0)
    }
    expect(threads).toBe(1)
    expect(called).toEqual(Array.from({ length: 40 }, () => ['play', 'stop']).flat())
  })

  it.each(['cup', 'fireworks', 'paper'] as const)(
    '%s is drawn on the page without a worker, and ends in time',
    (kind) => {
      const canvas = document.createElement('canvas')
      const order = { kind, seed: 7, width: 160, height: 90, density: 1 }
      let now = 0
      const pictures: ((now: number) => void)[] = []
      vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => pictures.push(draw))
      playAnimation(canvas, order)
      const inked = () => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, 160, 90)
        return data.some((value) => value > 0)
      }
      let hadInk = false
      for (let picture = pictures.shift(); picture !== undefined; picture = pictures.shift()) {
        picture(now)
        now += 100
        hadInk ||= inked()
      }
      expect(hadInk).toBe(true)
      expect(inked()).toBe(false)
      expect(now).toBeLessThanOrEqual(ANIMATION_MS[kind] + 200)
    },
  )
})
