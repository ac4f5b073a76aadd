import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IngestProblem, type IngestStateView, type PublishedFormat } from '#protocol/console/rooms.ts'
import {
  MAX_CORRECTION_MS,
  MAX_DRIFT_MS,
  MAX_KEY_FRAME_MS,
  PUBLISHER_CHECKS,
  type PublisherFault,
  publisherChecks,
} from '#protocol/rules/publisher-checks.ts'

const MAX_KBPS = 4_000
const FORMAT: PublishedFormat = {
  video: 'H.264',
  audio: 'AAC',
  width: 1280,
  height: 720,
  fps: 30,
  keyFrameAgeMs: 400,
  soundCorrectionMs: 0,
  driftMs: 0,
  isSilent: false,
  extraTags: 0,
}
const GOOD: IngestStateView = {
  state: 'live',
  since: 1,
  kbps: 2_500,
  keyFrameMs: 2_000,
  droppedFrames: 0,
  problem: null,
  format: FORMAT,
}
const faultsOf = (ingest: IngestStateView) =>
  publisherChecks(ingest, MAX_KBPS).flatMap((result) => (result.state === 'bad' ? [[result.check, result.fault]] : []))
const withFormat = (change: Partial<PublishedFormat>): IngestStateView => ({
  ...GOOD,
  format: { ...FORMAT, ...change },
})

describe('the checks of a publisher', () => {
  it('are all good for H.264 and AAC with a key frame every two seconds', () => {
    expect(publisherChecks(GOOD, MAX_KBPS).map(({ state }) => state)).toEqual(PUBLISHER_CHECKS.map(() => 'good'))
  })

  const cases: readonly (readonly [string, IngestStateView, string, PublisherFault])[] = [
    ['distant key frames', { ...GOOD, keyFrameMs: MAX_KEY_FRAME_MS + 1 }, 'keyFrames', 'keyFrameLong'],
    ['an old key frame', withFormat({ keyFrameAgeMs: 9_000 }), 'keyFrames', 'keyFrameLate'],
    ['no sound', withFormat({ audio: '' }), 'sound', 'soundOff'],
    ['sound that has ended', withFormat({ isSilent: true }), 'sound', 'soundMissing'],
    ['corrected sound', withFormat({ soundCorrectionMs: -MAX_CORRECTION_MS - 1 }), 'clock', 'soundCorrected'],
    ['a drifting clock', withFormat({ driftMs: MAX_DRIFT_MS + 1 }), 'clock', 'drift'],
    ['a bit rate above the limit', { ...GOOD, kbps: MAX_KBPS + 1 }, 'bitrate', 'bitrate'],
    ['a lost publisher', { ...GOOD, state: 'lost' }, 'connection', 'lost'],
  ]
  it.each(cases)('name %s, and nothing else', (_name, ingest, check, fault) => {
    expect(faultsOf(ingest)).toEqual([[check, fault]])
  })

  it('mark one check for each reason of a refusal, and wait for the rest', () => {
    for (const problem of IngestProblem.options) {
      const refused: IngestStateView = { ...GOOD, state: 'none', kbps: 0, keyFrameMs: null, problem, format: null }
      expect(faultsOf(refused), problem).toEqual([[expect.any(String), problem]])
      expect(publisherChecks(refused, MAX_KBPS).filter(({ state }) => state === 'waiting')).toHaveLength(5)
    }
  })

  it('have one result for each check, and are never good without a publisher on air', () => {
    const number = fc.integer({ min: -20_000, max: 20_000 })
    const ingest = fc.record({
      state: fc.constantFrom('none' as const, 'live' as const, 'lost' as const),
      since: fc.constant(null),
      kbps: fc.nat(20_000),
      keyFrameMs: fc.option(fc.nat(30_000)),
      droppedFrames: fc.constant(null),
      problem: fc.option(fc.constantFrom(...IngestProblem.options)),
      format: fc.option(
        fc.record({
          ...Object.fromEntries(Object.entries(FORMAT).map(([key, value]) => [key, fc.constant(value)])),
          video: fc.constantFrom('', 'H.264'),
          audio: fc.constantFrom('', 'AAC'),
          driftMs: fc.option(number),
          soundCorrectionMs: fc.option(number),
        }) as fc.Arbitrary<PublishedFormat>,
      ),
    })
    fc.assert(
      fc.property(ingest, (given) => {
        const results = publisherChecks(given, MAX_KBPS)
        expect(results.map(({ check }) => check)).toEqual([...PUBLISHER_CHECKS])
        if (given.state !== 'live') expect(results.some(({ state }) => state === 'good')).toBe(false)
      }),
    )
  })
})
