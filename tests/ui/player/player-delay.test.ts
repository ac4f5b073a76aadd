import { expect, it } from 'vitest'
import { delayOf } from '#features/player/Controls.tsx'

it('the control bar shows a delay only if it is measured', () => {
  const hls = { latencySeconds: 3.4, isLatencyKnown: true, bufferSeconds: 2 }
  expect(delayOf(hls)).toEqual({ seconds: 3, isFarBehind: false })
  expect(delayOf({ ...hls, latencySeconds: 0.2 }).seconds).toBe(1)
  expect(delayOf({ ...hls, latencySeconds: 10.5 }).isFarBehind).toBe(true)
})

it('a full buffer offers the way to the live edge, without a measured delay', () => {
  const flv = { latencySeconds: 1.1, isLatencyKnown: false, bufferSeconds: 1.1 }
  expect(delayOf(flv)).toEqual({ seconds: null, isFarBehind: false })
  expect(delayOf({ ...flv, latencySeconds: 12, bufferSeconds: 12 })).toEqual({ seconds: null, isFarBehind: true })
})
