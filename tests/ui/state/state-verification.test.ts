import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failure, success } from '#protocol/result.ts'
import { store } from '#state/store.ts'
import {
  cancelVerification,
  endVerification,
  passVerification,
  verificationAtom,
  watchVerification,
} from '#state/session/verification.ts'
import { transport } from '../support/fake-transport.ts'

const RESULT = { safeType: 'imageCode', codeId: 'c', imgCode: '1' } as const
const now = () => store.get(verificationAtom)
const demand = () => transport.notify({ type: 'verification', safeTypes: ['anji', 'imageCode'] })
const over = () => transport.notify({ type: 'verification-over' })

let stop: () => void
beforeEach(() => {
  transport.closings = 0
  transport.onSolved = async () => success(null)
  stop = watchVerification()
})
afterEach(() => {
  stop()
  store.set(verificationAtom, null)
})

describe('the state of the verification dialog', () => {
  it('S4.18 opens once for all requests and closes when none waits', () => {
    demand()
    const asked = now()
    expect(asked).toMatchObject({ stage: 'asking', safeTypes: ['anji', 'imageCode'] })
    demand()
    expect(now()).toBe(asked)
    over()
    expect(now()).toBeNull()
    expect(transport.closings).toBe(0)
  })

  it('S4.20 notifies the transport once when it is closed', () => {
    demand()
    cancelVerification()
    cancelVerification()
    expect(now()).toBeNull()
    expect(transport.closings).toBe(1)
  })

  it('S4.21 stays open for the confirmation although no request waits', async () => {
    demand()
    const passing = passVerification(RESULT)
    over()
    expect(now()).toMatchObject({ stage: 'passing' })
    expect(await passing).toEqual(success(null))
    expect(now()).not.toBeNull()
    endVerification()
    expect(now()).toBeNull()
  })

  it('S4.21 shows the check again after a refused result, unless no request waits', async () => {
    transport.onSolved = async () => failure(10409, '验证码错误')
    demand()
    await passVerification(RESULT)
    expect(now()).toMatchObject({ stage: 'asking' })
    const passing = passVerification(RESULT)
    over()
    await passing
    expect(now()).toBeNull()
  })

  it('S4.21 opens a new round for requests that were refused again', async () => {
    demand()
    const first = now()?.round ?? 0
    await passVerification(RESULT)
    transport.notify({ type: 'verification', safeTypes: ['afs'] })
    expect(now()).toMatchObject({ round: first, stage: 'passing' })
    endVerification()
    expect(now()).toMatchObject({ round: first + 1, stage: 'asking', safeTypes: ['afs'] })
  })
})
