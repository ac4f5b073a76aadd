import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { resetOperator } from '#server/operation/operator-reset.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { codeOf, openTestConsole, PASSWORD, type TestConsole } from './console-support.ts'

describe.each(STORE_KINDS)('the reset of an operator on %s', (kind) => {
  let console: TestConsole
  beforeAll(async () => {
    console = await openTestConsole(kind)
  })
  afterAll(() => console.close())

  it('ends the sessions, and lets the operator in with a link that works once', async () => {
    const { client } = await console.setUp()
    const { db } = console.database
    const { token } = await resetOperator(db, 'ROOT', console.clock.now())
    expect((await client.call('operator.list', {})).code).toBe(CODES.NEED_LOGIN)
    const thief = await console.connect().call('session.signIn', { name: 'root', password: PASSWORD })
    expect(thief.code).toBe(CODES.NAME_OR_PASSWORD_WRONG)
    const again = console.connect()
    const accepted = await again.call('invitation.accept', { token, password: 'another long password' })
    expect(accepted.data).toEqual({ state: 'enrol' })
    const { secret } = (await again.call('factor.enrol', {})).data
    expect((await again.call('factor.confirm', { code: codeOf(secret, console.clock.now()) })).code).toBe(0)
    const { list } = (await again.call('audit.list', { action: 'operator.reset' })).data
    expect(list).toMatchObject([{ actor: '', target: 'operator root', before: { role: 'operator' } }])
    expect((await console.connect().call('invitation.accept', { token, password: PASSWORD })).code).not.toBe(0)
  })

  it('names the operators if there is none with this name', async () => {
    const reset = resetOperator(console.database.db, 'nobody', console.clock.now())
    await expect(reset).rejects.toMatchObject({ problems: ['There is no operator nobody; there is: root'] })
  })
})
