import { isRetryable } from '../database/errors.ts'

const ATTEMPTS = 4

/** Repeats a statement that the database rolled back because of concurrent ones (deadlock, serialization failure). */
export async function retried<Result>(statement: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement()
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error
    }
  }
}
