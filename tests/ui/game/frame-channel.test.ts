import { describe, expect, it, vi } from 'vitest'
import { MAX_DROPPED, MAX_MESSAGE, MESSAGE_BURST } from '#protocol/games/frame-messages.ts'
import { FrameChannel } from '#features/game/frame-channel.ts'

const FRAME = {}
const START = JSON.stringify({ type: 'start', stake: 100, options: {} })

function channelAt(clock: { ms: number }) {
  const onMessage = vi.fn()
  const onMisuse = vi.fn()
  const channel = new FrameChannel({ onMessage, onMisuse }, () => clock.ms)
  const send = (data: unknown, source: unknown = FRAME, origin = 'null') =>
    channel.receive({ source, origin, data }, FRAME)
  return { onMessage, onMisuse, send }
}

describe('S1.9 the channel to the frame of a game', () => {
  it('ignores other windows and foreign origins, however many they send', () => {
    const { onMessage, onMisuse, send } = channelAt({ ms: 0 })
    for (let count = 0; count < 2 * MAX_DROPPED; count += 1) {
      send(START, {})
      send(START, FRAME, 'https://evil.example')
      send(START, null)
    }
    expect(onMessage).not.toHaveBeenCalled()
    expect(onMisuse).not.toHaveBeenCalled()
    send(START)
    expect(onMessage).toHaveBeenCalledTimes(1)
  })

  it('drops huge and damaged messages and closes the frame that sends nothing else', () => {
    const clock = { ms: 0 }
    const { onMessage, onMisuse, send } = channelAt(clock)
    for (let count = 0; count < MAX_DROPPED; count += 1) {
      expect(onMisuse).not.toHaveBeenCalled()
      clock.ms += 200
      send(count % 2 === 0 ? 'x'.repeat(MAX_MESSAGE + 1) : { type: 'start', stake: 100 })
    }
    expect(onMisuse).toHaveBeenCalledTimes(1)
    send(START)
    expect(onMessage).not.toHaveBeenCalled()
  })

  it('takes a burst, then ten a second, and closes a frame with a thousand a second', () => {
    const clock = { ms: 0 }
    const { onMessage, onMisuse, send } = channelAt(clock)
    for (let count = 0; count < MESSAGE_BURST + 5; count += 1) send(START)
    expect(onMessage).toHaveBeenCalledTimes(MESSAGE_BURST)
    clock.ms += 1_000
    for (let count = 0; count < 20; count += 1) send(START)
    expect(onMessage).toHaveBeenCalledTimes(MESSAGE_BURST + 10)
    for (let count = 0; count < 1_000; count += 1) send(START)
    expect(onMisuse).toHaveBeenCalledTimes(1)
  })
})
