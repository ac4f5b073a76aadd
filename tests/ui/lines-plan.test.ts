import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import type { RoomSays } from '#features/player/stream.ts'
import { planLines } from '#features/player/stream.ts'

const line = (id: string, url = `/media/${id}.flv`): StreamSource => ({ id, name: id, kind: 'flv', url })
const says = fc.record<RoomSays>({
  picture: fc.constantFrom('live', 'not-started', 'interrupted', 'ended'),
  lines: fc.option(fc.constantFrom([], [line('a')], [line('a'), line('b')], [line('a', '/other.flv'), line('b')])),
})
const playing = fc.constantFrom(null, 'a', 'b')

describe('stream sources from the room', () => {
  it('an identical update changes nothing', () => {
    fc.assert(fc.property(says, playing, (room, lineId) => planLines(room, room, lineId) === 'nothing'))
  })

  it('S4.1: are opened only for a live picture, S4.2 and S4.3: never without one', () => {
    fc.assert(
      fc.property(says, says, playing, (before, now, lineId) => {
        const plan = planLines(before, now, lineId)
        expect((plan === 'open' || plan === 'renew') && now.picture !== 'live').toBe(false)
        expect(plan === 'close' && now.picture === 'live').toBe(false)
      }),
    )
  })

  it('keeps the playing source while the room offers it unchanged', () => {
    const before: RoomSays = { picture: 'live', lines: [line('a'), line('b')] }
    const renewed: RoomSays = { picture: 'live', lines: [line('c'), line('b')] }
    expect(planLines(before, renewed, 'b')).toBe('renew')
    expect(planLines(before, renewed, 'a')).toBe('open')
    expect(planLines(before, { picture: 'live', lines: [line('a', '/other.flv')] }, 'a')).toBe('open')
    expect(planLines(before, { picture: 'interrupted', lines: before.lines }, 'a')).toBe('close')
    expect(planLines({ picture: 'interrupted', lines: before.lines }, before, null)).toBe('open')
    expect(planLines(before, { picture: 'live', lines: null }, 'a')).toBe('nothing')
  })
})
