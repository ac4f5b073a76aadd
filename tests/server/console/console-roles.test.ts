import { CONSOLE_CODES, OPERATOR_ROLES } from '#protocol/console/constants.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { actionsOf, CONSOLE_ACTIONS, type ConsoleActionName } from '#protocol/console/table.ts'
import { type Caller, CALLERS, outcomesOf } from './console-role-table.ts'
import { type ConsoleClient, openTestConsole, PASSWORD, type TestConsole } from './console-support.ts'

const NAMES = Object.keys(CONSOLE_ACTIONS) as ConsoleActionName[]

describe('roles of the console', () => {
  let console: TestConsole
  let clients: Record<Caller, ConsoleClient>

  beforeAll(async () => {
    console = await openTestConsole()
    const { client: operator } = await console.setUp()
    const pending = console.connect()
    const add = (role: 'editor' | 'moderator' | 'anchor' | 'auditor') => console.add(operator, `${role}1`, role)
    const [editor, moderator, anchor, auditor] = [
      await add('editor'),
      await add('moderator'),
      await add('anchor'),
      await add('auditor'),
    ]
    await pending.call('session.signIn', { name: 'root', password: PASSWORD })
    clients = { none: console.connect(), pending, operator, editor, moderator, anchor, auditor }
  }, 120_000)
  afterAll(() => console.close())

  /** The outcome of a request with unknown parameters: access is checked before the parameters. */
  async function outcomeOf(caller: Caller, name: ConsoleActionName): Promise<string> {
    const params = { unknown: true } as never
    const { status, code } = await clients[caller].call(name, params)
    if (code === CODES.NEED_LOGIN) return 'must sign in'
    if (code === CONSOLE_CODES.SECOND_FACTOR_NEEDED) return 'second factor'
    if (code === CONSOLE_CODES.ROLE_REFUSED) return 'role refused'
    return code === CODES.PARAM_ERROR ? 'allowed' : `HTTP ${status}, code ${code}`
  }

  it.each(NAMES)('%s answers each caller as the table says', async (name) => {
    const outcomes = await Promise.all(CALLERS.map(async (caller) => [caller, await outcomeOf(caller, name)]))
    expect(Object.fromEntries(outcomes)).toEqual(outcomesOf(name))
  })

  it.each(OPERATOR_ROLES)('session.get lists the actions of the role %s', async (role) => {
    const { data } = await clients[role].call('session.get', {})
    expect(data).toMatchObject({ state: 'open', operator: { role } })
    expect(data.actions).toEqual(NAMES.filter((name) => outcomesOf(name)[role] === 'allowed'))
    expect(actionsOf(role)).toEqual(data.actions)
  })
})
