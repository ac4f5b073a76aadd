import { describe, expect, it } from 'vitest'
import { isRetryable, retried } from '#server/database/errors.ts'

const DEADLOCK = Object.assign(new Error('deadlock detected'), { code: '40P01' })
const SERIALIZATION_FAILURE = Object.assign(new Error('could not serialize access'), { code: '40001' })
const UNIQUE_VIOLATION = Object.assign(new Error('duplicate key'), { code: '23505' })

/** A statement that fails with these errors, then succeeds. Counts its runs. */
function statement(errors: readonly Error[]) {
  let runs = 0
  const run = async (): Promise<string> => {
    runs += 1
    const error = errors[runs - 1]
    if (error) throw error
    return 'done'
  }
  return { run, runs: () => runs }
}

describe('retried', () => {
  it.each([DEADLOCK, SERIALIZATION_FAILURE])('repeats a statement that failed once: $message', async (error) => {
    const { run, runs } = statement([error])
    expect(await retried(run)).toBe('done')
    expect(runs()).toBe(2)
  })

  it('succeeds at the fourth attempt', async () => {
    const { run, runs } = statement([DEADLOCK, DEADLOCK, SERIALIZATION_FAILURE])
    expect(await retried(run)).toBe('done')
    expect(runs()).toBe(4)
  })

  it('rejects with the error of the fourth attempt', async () => {
    const { run, runs } = statement([DEADLOCK, DEADLOCK, DEADLOCK, SERIALIZATION_FAILURE, DEADLOCK])
    await expect(retried(run)).rejects.toBe(SERIALIZATION_FAILURE)
    expect(runs()).toBe(4)
  })

  it('does not repeat a statement that failed for another reason', async () => {
    const { run, runs } = statement([UNIQUE_VIOLATION])
    await expect(retried(run)).rejects.toBe(UNIQUE_VIOLATION)
    expect(runs()).toBe(1)
  })

  it('recognizes the state of a wrapped error', () => {
    expect(isRetryable(new Error('query failed', { cause: DEADLOCK }))).toBe(true)
    expect(isRetryable(new Error('query failed', { cause: UNIQUE_VIOLATION }))).toBe(false)
  })
})
