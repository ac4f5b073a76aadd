import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_MESSAGE, readFrameMessage, readPageMessage } from '#protocol/games/frame-messages.ts'

const text = (value: unknown) => JSON.stringify(value)

describe('S1.9 messages of the frame of a game', () => {
  it('are read if they have exactly the known form', () => {
    expect(readFrameMessage(text({ type: 'ready' }))).toEqual({ type: 'ready' })
    expect(readFrameMessage(text({ type: 'start', stake: 100, options: { mines: 3 } }))).toMatchObject({ stake: 100 })
    expect(readFrameMessage(text({ type: 'move', step: 0, move: { kind: 'hit' } }))).toMatchObject({ step: 0 })
  })

  it.each([
    ['an object instead of text', { type: 'ready' }],
    ['no JSON', '{"type":'],
    ['an unknown type', text({ type: 'transfer' })],
    ['a further key', text({ type: 'ready', more: 1 })],
    ['a missing key', text({ type: 'start', stake: 100 })],
    ['a negative stake', text({ type: 'start', stake: -1, options: {} })],
    ['a fraction', text({ type: 'start', stake: 1.5, options: {} })],
    ['an unsafe integer', text({ type: 'start', stake: 2 ** 60, options: {} })],
    ['text as a stake', text({ type: 'start', stake: '100', options: {} })],
    ['options that are a list', text({ type: 'start', stake: 100, options: [] })],
    ['a step below zero', text({ type: 'move', step: -1, move: {} })],
    ['null', text(null)],
    ['a message above the limit', text({ type: 'move', step: 0, move: { kind: 'x'.repeat(MAX_MESSAGE) } })],
  ])('are refused: %s', (_, data) => expect(readFrameMessage(data)).toBeNull())

  it('never throw', () => {
    fc.assert(fc.property(fc.anything(), (data) => void readFrameMessage(data)))
    fc.assert(fc.property(fc.json(), (data) => void readFrameMessage(data)))
    fc.assert(fc.property(fc.json(), (data) => readPageMessage(data) === null))
  })
})
