import { describe, expect, it } from 'vitest'
import { lagSlope } from './lag.ts'
import { readOptions } from './options.ts'
import { parseReplayLog } from './replay-log.ts'
import { rateSource, replaySource } from './source.ts'

describe('the load tool', () => {
  it('reads a recorded log in time order, from zero, and ignores other fields', () => {
    const log = '{"t": 2000, "text": "后"}\n\n{"t": 1500, "user": "a", "text": "先", "color": "#FFF"}\n'
    expect(parseReplayLog(log)).toEqual([
      { t: 0, user: 'a', text: '先' },
      { t: 500, user: null, text: '后' },
    ])
  })

  it('names an invalid line by number', () => {
    expect(() => parseReplayLog('{"t": 1, "text": "好"}\nnot json')).toThrow('line 2 is not JSON')
    expect(() => parseReplayLog('{"t": "1", "text": "好"}')).toThrow('line 1: "t" must be milliseconds')
    expect(() => parseReplayLog('{"t": 1}')).toThrow('line 1: "text" is missing')
    expect(() => parseReplayLog('\n')).toThrow('empty')
  })

  it('settled 22 replays at the configured speed, and assigns members to lines without a name', () => {
    const lines = replaySource(
      [
        { t: 0, user: null, text: '一' },
        { t: 1000, user: null, text: '一' },
      ],
      50,
    )
    expect(lines.map(({ t }) => t)).toEqual([0, 20])
    expect(new Set(lines.map(({ user }) => user)).size).toBe(2)
  })

  it('generates messages at a constant rate', () => {
    const lines = [...rateSource(100, 2)]
    expect(lines).toHaveLength(200)
    expect(lines.at(-1)?.t).toBe(1990)
  })

  it('distinguishes a growing lag from a constant one', () => {
    const at = [0, 1000, 2000, 3000]
    expect(lagSlope(at.map((time) => ({ at: time, lag: 20 })))).toBe(0)
    expect(lagSlope(at.map((time) => ({ at: time, lag: 20 + time / 10 })))).toBeCloseTo(100)
  })

  it('refuses invalid options by name', () => {
    expect(() => readOptions(['--rate', 'many'], 'http://127.0.0.1:8080')).toThrow('--rate expects a number')
    expect(() => readOptions([], 'http://127.0.0.1:8080')).toThrow('Give --replay or --rate')
    expect(readOptions(['--rate', '5', '--url', 'http://127.0.0.1:9/x'], null)).toMatchObject({
      rate: 5,
      url: 'http://127.0.0.1:9',
    })
  })
})
