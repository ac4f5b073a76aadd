import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { SpeechLimits } from '#server/rooms/speech-rules.ts'

describe('limits of speech', () => {
  const speech = { chatRoomNo: 'room-1', memberId: 'u1', address: null, repeated: '一' }
  const slow = (limits: SpeechLimits, now: number) => limits.refusal({ ...speech, repeated: '二' }, 10, now)

  it('S6.7 a message that could not be written gives the wait of slow mode back', () => {
    const limits = new SpeechLimits()
    const undoFirst = limits.accept(speech, 1_000)
    expect(slow(limits, 2_000)).toMatchObject({ code: CODES.CHAT_TOO_FAST, until: 11_000 })
    undoFirst()
    expect(slow(limits, 2_000)).toBeNull()
  })

  it('S6.7 only its own wait: an earlier or a later message still counts', () => {
    const limits = new SpeechLimits()
    limits.accept(speech, 1_000)
    const undoSecond = limits.accept({ ...speech, repeated: '三' }, 3_000)
    undoSecond()
    expect(slow(limits, 4_000)).toMatchObject({ until: 11_000 })
    const undoThird = limits.accept({ ...speech, repeated: '四' }, 5_000)
    limits.accept({ ...speech, repeated: '五' }, 6_000)
    undoThird()
    expect(slow(limits, 7_000)).toMatchObject({ until: 16_000 })
  })
})
