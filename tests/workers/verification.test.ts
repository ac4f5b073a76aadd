import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { RISK_TOKEN_LIFETIME_MS, SAFETY_DIALOG_DELAY_MS } from '#protocol/constants.ts'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import { VerificationGate, RiskToken } from '#workers/http/verification-gate.ts'
import { FakeTime } from './fake-time.ts'

const RESULT: VerificationResult = { safeType: 'imageCode', codeId: 'code-0123456789abcdef', imgCode: '1234' }

function world() {
  const time = new FakeTime(1_795_000_000_000)
  const notices: TransportNotice[] = []
  const server = {
    verdict: success({ expireAt: time.now() + 3_600_000 }) as Result<{ expireAt: number }>,
    requested: 0,
  }
  const gate: VerificationGate = new VerificationGate({
    dependencies: time,
    clock: time,
    notify: (notice) => notices.push(notice),
    verify: () => {
      server.requested += 1
      if (server.verdict.ok) gate.storeRiskToken(`risk-${server.requested}`)
      return Promise.resolve(server.verdict)
    },
  })
  /** A call that was sent with the current risk token and then refused. */
  const refuse = (details: unknown = {}, abort = new AbortController(), riskToken = gate.riskToken) => {
    const refusal = failure(CODES.NEED_SAFE, '', { details })
    return gate.afterRefusal({ failure: refusal, riskToken, signal: abort.signal })
  }
  return { time, notices, server, gate, refuse }
}

describe('risk token', () => {
  it('S7.14 expires after ten minutes, or earlier if the server says so', () => {
    let now = 1_000
    const token = new RiskToken({ now: () => now })
    expect(token.value).toBe('')
    token.set('risk-1')
    now += RISK_TOKEN_LIFETIME_MS - 1
    expect(token.value).toBe('risk-1')
    now += 1
    expect(token.value).toBe('')
    token.set('risk-2')
    token.limitTo(now + 5_000)
    now += 5_000
    expect(token.value).toBe('')
  })

  it('S7.14 expires after at most ten minutes', () => {
    let now = 1_000
    const token = new RiskToken({ now: () => now })
    token.set('risk-1')
    token.limitTo(now + 10 * RISK_TOKEN_LIFETIME_MS)
    now += RISK_TOKEN_LIFETIME_MS
    expect(token.value).toBe('')
  })
})

describe('verification gate', () => {
  it('S4.18 S9.10 opens the dialog after 500 ms, unless all callers have left', async () => {
    const { time, notices, refuse } = world()
    const abort = new AbortController()
    const left = refuse({}, abort)
    time.advance(SAFETY_DIALOG_DELAY_MS - 1)
    abort.abort()
    expect(await left).toBeNull()
    time.advance(10_000)
    expect(notices).toEqual([])
    void refuse()
    time.advance(SAFETY_DIALOG_DELAY_MS - 1)
    expect(notices).toEqual([])
    time.advance(1)
    expect(notices).toEqual([{ type: 'verification', safeTypes: ['anji', 'afs', 'imageCode'] }])
  })

  it('S4.19 offers the types of all waiting calls; 0 hides a type, others are enabled', async () => {
    const { time, notices, refuse } = world()
    void refuse({ anji: 0, afs: 0 })
    void refuse({ anji: 0, imageCode: 0 })
    time.advance(SAFETY_DIALOG_DELAY_MS)
    expect(notices).toEqual([{ type: 'verification', safeTypes: ['afs', 'imageCode'] }])
    expect(await refuse({ anji: 0, afs: 0, imageCode: 0 })).toBeNull()
  })

  it('S4.21 verifies two concurrent results once', async () => {
    const { time, server, gate, refuse } = world()
    const waiting = refuse()
    time.advance(SAFETY_DIALOG_DELAY_MS)
    const [one, other] = await Promise.all([gate.complete(RESULT), gate.complete(RESULT)])
    expect(one).toEqual(success(null))
    expect(other).toEqual(one)
    expect(server.requested).toBe(1)
    expect(await waiting).toEqual(RESULT)
  })

  it('S4.21 repeats a call that was sent before the risk token arrived without a dialog', async () => {
    const { time, notices, gate, refuse } = world()
    const waiting = refuse()
    time.advance(SAFETY_DIALOG_DELAY_MS)
    await gate.complete(RESULT)
    await waiting
    expect(await refuse({}, new AbortController(), '')).toEqual(RESULT)
    expect(gate.riskToken).toBe('risk-1')
    time.advance(10_000)
    expect(notices.filter((notice) => notice.type === 'verification')).toHaveLength(1)
  })

  it('S7.14 drops a refused risk token and opens the dialog', async () => {
    const { time, notices, gate, refuse } = world()
    const first = refuse()
    time.advance(SAFETY_DIALOG_DELAY_MS)
    await gate.complete(RESULT)
    await first
    void refuse()
    expect(gate.riskToken).toBe('')
    time.advance(SAFETY_DIALOG_DELAY_MS)
    expect(notices.filter((notice) => notice.type === 'verification')).toHaveLength(2)
  })

  it('S4.20 closes the dialog when the session changes', async () => {
    const { time, notices, gate, refuse } = world()
    const waiting = refuse()
    time.advance(SAFETY_DIALOG_DELAY_MS)
    gate.reset()
    expect(await waiting).toBeNull()
    expect(notices.at(-1)).toEqual({ type: 'verification-over' })
    gate.reset()
    expect(notices).toHaveLength(2)
  })
})
