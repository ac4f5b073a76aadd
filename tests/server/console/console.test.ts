import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { appendAudit } from '#server/operation/console/audit-log.ts'
import { ADDRESS_FAILURES } from '#server/members/sign-in-guard.ts'
import { OPERATOR_IDLE_MS, OPERATOR_SESSION_MS } from '#server/operation/console/operator-sessions.ts'
import { sqlStateOf } from '#server/database/errors.ts'
import { STORE_KINDS } from '../../support/store.ts'
import {
  codeOf,
  codesOf,
  type ConsoleClient,
  openTestConsole,
  ORIGIN,
  PASSWORD,
  type TestConsole,
} from './console-support.ts'

const SITE = { siteName: '绿茵直播', siteId: 5015, timeZone: 'Asia/Tokyo' } as const

describe.each(STORE_KINDS)('the console on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient
  let secret: string
  let recoveryCodes: string[]
  let second: ConsoleClient

  beforeAll(async () => {
    console = await openTestConsole(kind)
  }, 120_000)
  afterAll(() => console.close())

  const now = () => console.clock.now()
  const auditOf = async (action: string) => (await root.call('audit.list', { action })).data.list
  /** Signs in with password and second factor. */
  async function signIn(name: string, code: string) {
    const client = console.connect()
    const { data } = await client.call('session.signIn', { name, password: PASSWORD })
    return { client, state: data.state, ...(await client.call('factor.verify', { code })) }
  }

  describe('set-up', () => {
    it('refuses a link that was never issued, and one that has expired', async () => {
      const client = console.connect()
      const unknown = await client.call('setup.check', { token: 'x'.repeat(43) })
      expect(unknown.code).toBe(CODES.NOT_FOUND)
      const { token } = await console.operators.issueSetupLink()
      console.clock.move(HOUR_MS)
      const request = { token, name: 'late', password: PASSWORD, site: SITE }
      expect((await client.call('setup.check', { token })).code).toBe(CONSOLE_CODES.LINK_EXPIRED)
      expect((await client.call('setup.complete', request)).code).toBe(CONSOLE_CODES.LINK_EXPIRED)
      expect(await console.operators.exist()).toBe(false)
    })

    it('refuses a weak password', async () => {
      const { token } = await console.operators.issueSetupLink()
      const request = { token, name: 'root', site: SITE }
      for (const password of ['aaaaaaaaaaaaaa', 'my name is root', '短密码']) {
        // oxlint-disable-next-line no-await-in-loop -- in order
        const refused = await console.connect().call('setup.complete', { ...request, password })
        expect(refused).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { password: expect.any(String) } } })
      }
    })

    it('creates one operator from two simultaneous uses of two links, with the settings of the site', async () => {
      const links = await Promise.all([console.operators.issueSetupLink(), console.operators.issueSetupLink()])
      const clients = [console.connect(), console.connect()]
      const answers = await Promise.all(
        links.map(({ token }, at) =>
          clients[at]!.call('setup.complete', { token, name: 'root', password: PASSWORD, site: SITE }),
        ),
      )
      expect(codesOf(answers)).toEqual([0, CONSOLE_CODES.LINK_USED])
      root = clients[answers.findIndex(({ code }) => code === 0)]!
      const again = await console.connect().call('setup.check', { token: links[0].token })
      expect(again.code).toBe(CONSOLE_CODES.LINK_USED)
      const { data } = await root.call('session.get', {})
      expect(data).toMatchObject({ state: 'enrol', actions: [], site: SITE })
    })

    it('allows nothing until the second factor is set up with a right code', async () => {
      expect((await root.call('operator.list', {})).code).toBe(CONSOLE_CODES.SECOND_FACTOR_NEEDED)
      const enrolled = await root.call('factor.enrol', {})
      expect(enrolled.data.uri).toContain('otpauth://totp/')
      secret = enrolled.data.secret
      expect((await root.call('factor.confirm', { code: '000000' })).code).toBe(CODES.VERIFY_CODE_ERROR)
      const before = root.cookie
      const confirmed = await root.call('factor.confirm', { code: codeOf(secret, now()) })
      recoveryCodes = confirmed.data.recoveryCodes
      expect(recoveryCodes).toHaveLength(10)
      expect(root.cookie).not.toBe(before)
      expect((await root.call('operator.list', {})).data.list.map(({ name }) => name)).toEqual(['root'])
      expect(await auditOf('setup.complete')).toMatchObject([{ actor: 'root', address: root.address }])
    })
  })

  describe('sign-in', () => {
    it('sets a cookie that scripts and other sites cannot use', () => {
      expect(root.cookie).toMatch(/^__Host-grandstand-console=/)
      expect(root.attributes).toBe('Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure')
    })

    it('accepts a code once', async () => {
      console.clock.move(30 * SECOND_MS)
      const code = codeOf(secret, now())
      expect(await signIn('root', code)).toMatchObject({ state: 'verify', code: 0 })
      const replayed = await signIn('root', code)
      expect(replayed.code).toBe(CODES.VERIFY_CODE_ERROR)
      expect((await replayed.client.call('operator.list', {})).code).toBe(CONSOLE_CODES.SECOND_FACTOR_NEEDED)
    })

    it('refuses digits that are not ASCII as wrong parameters, before the library of codes, which throws', async () => {
      const client = console.connect()
      await client.call('session.signIn', { name: 'root', password: PASSWORD })
      for (const code of ['１２３４５６', '١٢٣٤٥٦', '12345é', '123 456', '123456\n']) {
        // oxlint-disable-next-line no-await-in-loop -- in order
        expect((await client.call('factor.verify', { code })).code, code).toBe(CODES.PARAM_ERROR)
      }
    })

    it('accepts a recovery code once', async () => {
      const code = recoveryCodes[0] ?? ''
      expect((await signIn('root', code)).code).toBe(0)
      expect((await signIn('root', code)).code).toBe(CODES.VERIFY_CODE_ERROR)
      expect((await root.call('session.get', {})).data.recoveryCodesLeft).toBe(9)
    })

    it('does not continue a session that was known before the sign-in', async () => {
      console.clock.move(30 * SECOND_MS)
      const client = console.connect()
      await client.call('session.signIn', { name: 'root', password: PASSWORD })
      const fixed = client.cookie
      await client.call('factor.verify', { code: codeOf(secret, now()) })
      const attacker = console.connect()
      attacker.cookie = fixed
      expect((await attacker.call('session.get', {})).data.state).toBe('none')
    })

    it('refuses unknown names like wrong passwords, and stops after five attempts', async () => {
      const client = console.connect()
      const answers = []
      const { NAME_OR_PASSWORD_WRONG: wrong, CURRENT_LIMITING_B: wait } = CODES
      for (let count = 0; count < 6; count += 1) {
        for (const name of ['root', 'nobody']) {
          // oxlint-disable-next-line no-await-in-loop -- in order
          const { code, msg } = await client.call('session.signIn', { name, password: 'wrong horse battery' })
          answers.push([code, msg])
        }
      }
      expect(new Set(answers.slice(0, 10).map(String)).size).toBe(1)
      expect(answers.map(([code]) => code)).toEqual([...Array<number>(10).fill(wrong), wait, wait])
      console.clock.move(31 * MINUTE_MS)
    })

    it('five wrong passwords lock neither another operator of the address nor the operator elsewhere', async () => {
      const attacker = console.connect()
      const codes: number[] = []
      const tryAs = async (client: ConsoleClient, name: string, password: string) =>
        (await client.call('session.signIn', { name, password })).code
      for (let count = 0; count < 6; count += 1) {
        // oxlint-disable-next-line no-await-in-loop -- in order
        codes.push(await tryAs(attacker, count % 2 === 0 ? 'second' : 'SECOND', 'wrong horse battery'))
      }
      expect(codes.at(-1)).toBe(CODES.CURRENT_LIMITING_B)
      expect(await tryAs(attacker, 'root', PASSWORD)).toBe(0)
      expect(await tryAs(console.connect(), 'second', 'wrong horse battery')).toBe(CODES.NAME_OR_PASSWORD_WRONG)
      console.clock.move(31 * MINUTE_MS)
    })

    it('twenty wrong passwords for many names lock an address', async () => {
      const attacker = console.connect()
      const codes: number[] = []
      for (let count = 0; count < ADDRESS_FAILURES + 2; count += 1) {
        // oxlint-disable-next-line no-await-in-loop -- in order
        const { code } = await attacker.call('session.signIn', {
          name: `nobody${count}`,
          password: 'wrong horse battery',
        })
        codes.push(code)
      }
      const { NAME_OR_PASSWORD_WRONG: wrong, CURRENT_LIMITING_B: wait } = CODES
      expect(codes).toEqual([...Array<number>(ADDRESS_FAILURES).fill(wrong), wait, wait])
      console.clock.move(31 * MINUTE_MS)
    })

    it('ends an idle session and an old one', async () => {
      console.clock.move(OPERATOR_IDLE_MS)
      expect((await root.call('session.get', {})).data.state).toBe('none')
      root = (await signIn('root', codeOf(secret, now()))).client
      for (let used = 0; used < OPERATOR_SESSION_MS; used += OPERATOR_IDLE_MS / 2) {
        // oxlint-disable-next-line no-await-in-loop -- in order
        expect((await root.call('operator.list', {})).code).toBe(0)
        console.clock.move(OPERATOR_IDLE_MS / 2)
      }
      expect((await root.call('operator.list', {})).code).toBe(CODES.NEED_LOGIN)
      root = (await signIn('root', codeOf(secret, now()))).client
    })

    it.each([
      ['a foreign origin', CODES.ORIGIN_REFUSED, { origin: 'https://evil.example.com' }],
      ['no origin', CODES.ORIGIN_REFUSED, { origin: undefined }],
      ['the origin null', CODES.ORIGIN_REFUSED, { origin: 'null' }],
      ['no console header', CODES.SEAL_REFUSED, { 'x-console': undefined }],
    ])('refuses a request with %s', async (_, code, headers) => {
      expect(await root.call('session.signOut', {}, headers)).toMatchObject({ status: 403, code })
      expect((await root.call('session.get', {})).data.state).toBe('open')
    })

    it('refuses a form of another site, and malformed JSON', async () => {
      const cookie = root.cookie ?? ''
      const url = '/api/console/session.signOut'
      const form = { origin: ORIGIN, cookie, 'content-type': 'application/x-www-form-urlencoded' }
      expect((await console.send(url, 'a=b', form)).status).toBe(415)
      expect(JSON.parse((await console.send(url, '{', { cookie })).body)).toMatchObject({ code: CODES.PARAM_ERROR })
    })
  })

  describe('operators', () => {
    it('invites, and refuses the invitation a second time and the name of another', async () => {
      second = await console.add(root, 'second', 'operator')
      const taken = await root.call('operator.invite', { name: 'second', role: 'editor' })
      expect(taken.code).toBe(CODES.NAME_TAKEN)
      const { data } = await root.call('operator.invite', { name: 'third', role: 'editor' })
      const token = data.link.split('#')[1] ?? ''
      const client = console.connect()
      expect((await client.call('invitation.accept', { token, password: PASSWORD })).data.state).toBe('enrol')
      const again = await console.connect().call('invitation.accept', { token, password: PASSWORD })
      expect(again.code).toBe(CONSOLE_CODES.LINK_USED)
    })

    const find = async (name: string) =>
      (await root.call('operator.list', {})).data.list.find((one) => one.name === name)!

    it('shows the second of two editors the conflict, and changes nothing', async () => {
      const { id, version } = await find('third')
      const changed = await root.call('operator.setRole', { id, version, role: 'moderator' })
      expect(changed.data.operator).toMatchObject({ role: 'moderator', version: version + 1 })
      const late = await second.call('operator.setRole', { id, version, role: 'auditor' })
      expect(late).toMatchObject({ code: CONSOLE_CODES.EDIT_CONFLICT, data: { current: { role: 'moderator' } } })
      expect((await find('third')).role).toBe('moderator')
      const [line] = await auditOf('operator.setRole')
      expect(line).toMatchObject({ target: 'operator third', before: { role: 'editor' }, after: { role: 'moderator' } })
    })

    it('ends the sessions of a disabled operator, who can no longer sign in', async () => {
      const fourth = await console.add(root, 'fourth', 'auditor')
      const { id, version } = await find('fourth')
      await root.call('operator.setDisabled', { id, version, isDisabled: true })
      expect((await fourth.call('audit.list', {})).code).toBe(CODES.NEED_LOGIN)
      const refused = await console.connect().call('session.signIn', { name: 'fourth', password: PASSWORD })
      expect(refused.code).toBe(CODES.NAME_OR_PASSWORD_WRONG)
    })

    it('sets up a new second factor after a reset', async () => {
      const fifth = await console.add(root, 'fifth', 'auditor')
      const { id, version } = await find('fifth')
      await root.call('operator.resetFactor', { id, version })
      expect((await fifth.call('audit.list', {})).code).toBe(CODES.NEED_LOGIN)
      const { data } = await console.connect().call('session.signIn', { name: 'fifth', password: PASSWORD })
      expect(data.state).toBe('enrol')
    })

    it('does not replace a second factor that another session has set up', async () => {
      const invited = await root.call('operator.invite', { name: 'seventh', role: 'auditor' })
      const [early, owner] = [console.connect(), console.connect()]
      await owner.call('invitation.accept', { token: invited.data.link.split('#')[1] ?? '', password: PASSWORD })
      await early.call('session.signIn', { name: 'seventh', password: PASSWORD })
      const secrets = [
        (await early.call('factor.enrol', {})).data.secret,
        (await owner.call('factor.enrol', {})).data.secret,
      ]
      expect((await owner.call('factor.confirm', { code: codeOf(secrets[1]!, now()) })).code).toBe(0)
      const late = await early.call('factor.confirm', { code: codeOf(secrets[0]!, now()) })
      expect(late.code).toBe(CODES.VERIFY_CODE_ERROR)
    })

    it('keeps one operator who can sign in', async () => {
      const other = await find('second')
      await root.call('operator.setDisabled', { id: other.id, version: other.version, isDisabled: true })
      const { id, version } = await find('root')
      const refused = await root.call('operator.setRole', { id, version, role: 'auditor' })
      expect(refused.code).toBe(CODES.PARAM_ERROR)
      const disabled = await find('second')
      await root.call('operator.setDisabled', { id: disabled.id, version: disabled.version, isDisabled: false })
      second = await console.add(root, 'sixth', 'operator')
    })
  })

  describe('the audit log', () => {
    it.each(['update audit_log set actor = $$x$$', 'delete from audit_log', 'truncate audit_log'])(
      'refuses: %s',
      async (statement) => {
        const refused = await console.database.db.execute(sql.raw(statement)).then(
          () => null,
          (error: unknown) => sqlStateOf(error),
        )
        expect(refused).toBe('23001')
      },
    )

    it('filters by operator, action, target and time, and pages without gaps', async () => {
      for (let line = 0; line < 60; line += 1) {
        const entry = { at: now() - line * SECOND_MS, operator: null, address: '', action: 'test', target: 'a line' }
        // oxlint-disable-next-line no-await-in-loop -- in order
        await appendAudit(console.database.db, entry)
      }
      const all = (await root.call('audit.list', {})).data
      expect(all.list).toHaveLength(50)
      const rest = (await root.call('audit.list', { after: all.next ?? undefined })).data.list
      const ids = [...all.list, ...rest].map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual([...ids].sort().reverse())
      const { list } = (await root.call('audit.list', { actor: 'root', target: 'operator third' })).data
      expect(list.map(({ action }) => action)).toContain('operator.setRole')
      const from = all.list.at(-1)?.at ?? 0
      const early = (await root.call('audit.list', { to: from })).data.list
      expect(early.every(({ at }) => at < from)).toBe(true)
    })

    it('holds no password, code or token', async () => {
      const { rows } = await console.database.db.execute<{ text: string }>(
        sql`select coalesce(string_agg(audit_log::text, ' '), '') as text from audit_log`,
      )
      const token = root.cookie?.split('=')[1] ?? ''
      for (const value of [PASSWORD, secret, token, ...recoveryCodes]) expect(rows[0]?.text).not.toContain(value)
    })
  })
})
