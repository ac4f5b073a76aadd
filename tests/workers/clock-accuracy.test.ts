import { expect, it } from 'vitest'
import { percentile } from '../bench/harness/figures.ts'
import { ASYMMETRY_MS, clockErrors, SKEWED, SYMMETRIC } from './clock-errors.ts'

const READINGS = 10_000

it('settled 35 (S7.40): p99 of the clock error is at most 5 ms over 10,000 readings with 0-50 ms of jitter', async () => {
  const errors = await clockErrors(SYMMETRIC, READINGS)
  expect(errors).toHaveLength(READINGS)
  expect(percentile(errors, 0.99)).toBeLessThanOrEqual(5)
})

it('settled 35 (S7.40): p99 of the clock error is at most half the asymmetry plus 5 ms over 10,000 readings', async () => {
  const errors = await clockErrors(SKEWED, READINGS)
  expect(percentile(errors, 0.99)).toBeLessThanOrEqual(ASYMMETRY_MS / 2 + 5)
})
