import { describe, expect, it } from 'vitest'
import { LogOutput } from '#server/config/log-output.ts'

const NOW = 1_795_000_000_000

/** An output with limited capacity, which fails afterwards. */
function outputThatTakes(capacity: number) {
  const output = { capacity, taken: Buffer.alloc(0), tasks: [] as (() => void)[] }
  const log = new LogOutput({
    write(bytes) {
      if (output.capacity <= 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      const part = bytes.subarray(0, output.capacity)
      output.capacity -= part.length
      output.taken = Buffer.concat([output.taken, part])
      return part.length
    },
    later: (task) => void output.tasks.push(task),
    now: () => NOW,
  })
  const text = (): string => output.taken.toString('utf8')
  return { log, output, text, retry: () => output.tasks.shift()?.() }
}

describe('log output', () => {
  it('writes each line at once while the device accepts it', () => {
    const { log, text, output } = outputThatTakes(100)
    log.write('one\n')
    expect(text()).toBe('one\n')
    log.write('two\n')
    expect(text()).toBe('one\ntwo\n')
    expect(output.tasks).toEqual([])
  })

  it('buffers lines in order otherwise, and retries with one timer', () => {
    const { log, text, output, retry } = outputThatTakes(5)
    for (const line of ['看台\n', 'two\n', 'three\n']) log.write(line)
    expect(output.tasks).toHaveLength(1)
    retry()
    expect(output.tasks).toHaveLength(1)
    output.capacity = 1_000
    retry()
    expect(text()).toBe('看台\ntwo\nthree\n')
    expect(output.tasks).toEqual([])
  })

  it('limits the buffer, and reports the number of lost lines', () => {
    const { log, text, output, retry } = outputThatTakes(0)
    const line = `${'x'.repeat(99_999)}\n`
    for (let count = 0; count < 1_000; count += 1) log.write(line)
    // The current line, and the queued ones.
    output.capacity = Number.POSITIVE_INFINITY
    retry()
    const lines = text().trimEnd().split('\n')
    expect(lines).toHaveLength(12)
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      level: 40,
      time: NOW,
      msg: expect.stringContaining(' 989 lines '),
    })
    log.write('after\n')
    expect(text()).toMatch(/\nafter\n$/)
  })
})
