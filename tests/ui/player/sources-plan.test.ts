import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import type { RoomVideo } from '#features/player/stream.ts'
import { planSources } from '#features/player/stream.ts'

const source = (id: string, url = `/media/${id}.flv`): StreamSource => ({ id, name: id, kind: 'flv', url })
const says = fc.record<RoomVideo>({
  picture: fc.constantFrom('live', 'not-started', 'interrupted', 'ended'),
  sources: fc.option(
    fc.constantFrom([], [source('a')], [source('a'), source('b')], [source('a', '/other.flv'), source('b')]),
  ),
})
const playing = fc.constantFrom(null, 'a', 'b')

describe('stream sources from the room', () => {
  it('an identical update changes nothing', () => {
    fc.assert(fc.property(says, playing, (room, sourceId) => planSources(room, room, sourceId) === 'nothing'))
  })

  it('S4.1: are opened only for a live picture, S4.2 and S4.3: never without one', () => {
    fc.assert(
      fc.property(says, says, playing, (before, now, sourceId) => {
        const plan = planSources(before, now, sourceId)
        expect((plan === 'open' || plan === 'renew') && now.picture !== 'live').toBe(false)
        expect(plan === 'close' && now.picture === 'live').toBe(false)
      }),
    )
  })

  it('keeps the playing source when its signature is renewed', () => {
    const before: RoomVideo = { picture: 'live', sources: [source('a', '/media/a.flv?e=1&s=x')] }
    const renewed: RoomVideo = { picture: 'live', sources: [source('a', '/media/a.flv?e=2&s=y')] }
    expect(planSources(before, renewed, 'a')).toBe('renew')
  })

  it('keeps the playing source while the room offers it unchanged', () => {
    const before: RoomVideo = { picture: 'live', sources: [source('a'), source('b')] }
    const renewed: RoomVideo = { picture: 'live', sources: [source('c'), source('b')] }
    expect(planSources(before, renewed, 'b')).toBe('renew')
    expect(planSources(before, renewed, 'a')).toBe('open')
    expect(planSources(before, { picture: 'live', sources: [source('a', '/other.flv')] }, 'a')).toBe('open')
    expect(planSources(before, { picture: 'interrupted', sources: before.sources }, 'a')).toBe('close')
    expect(planSources({ picture: 'interrupted', sources: before.sources }, before, null)).toBe('open')
    expect(planSources(before, { picture: 'live', sources: null }, 'a')).toBe('nothing')
  })
})
