import crypto from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import { atOnce, attempt, codes, tally } from './attempt.ts'
import { Client, type Data, LOAD_TOKEN, type Response } from './client.ts'
import { Operator, totp } from './operator.ts'
import { png } from './files.ts'

/** A production server, its first operator, and a member. */
export interface ConsoleWorld {
  readonly origin: string
  readonly page: string
  /** The link that the first start printed; used by the preparation. */
  readonly setupToken: string
  /** The database as the role of the server. */
  readonly databaseUrl: string
  readonly root: Operator
}

const PASSWORD = 'correct horse battery'
/** Each is one transaction of somebody who has the connection of the server. */
const AUDIT_ATTACKS: readonly (readonly string[])[] = [
  [`set local grandstand.maintaining = 'on'`, 'delete from audit_log'],
  [`select set_config('grandstand.maintaining', 'on', true)`, `update audit_log set actor = 'nobody'`],
  ['delete from audit_log'],
  ['truncate audit_log'],
  [`update audit_log set at = at - interval '10 years'`],
  ['update retention_rule set days = 1'],
  ['alter table audit_log disable trigger user'],
  ['drop table audit_log cascade'],
  ['set local session_replication_role = replica', 'delete from audit_log'],
]
const SITE = { siteName: '绿茵直播', siteId: 5009, timeZone: 'Asia/Shanghai' }

/** Completes the set-up of a new installation. */
export async function setUp(origin: string, page: string, token: string): Promise<Operator> {
  const root = new Operator(origin, page)
  const { code } = await root.call('setup.complete', { token, name: 'root', password: PASSWORD, site: SITE })
  if (code !== 'SUCCESS') throw new Error(`no set-up: ${code}`)
  return root.enrol()
}

let nextName = 0
const tokenOf = (link: string): string => link.split('#')[1] ?? ''

async function invite(world: ConsoleWorld, role: string): Promise<{ operator: Data; token: string; name: string }> {
  nextName += 1
  const name = `${role}${nextName}`
  const { data } = await world.root.call('operator.invite', { name, role })
  return { operator: data.operator, token: tokenOf(data.link), name }
}

async function operator(world: ConsoleWorld, role: string): Promise<{ client: Operator; id: string; name: string }> {
  const { operator: made, token, name } = await invite(world, role)
  const client = new Operator(world.origin, world.page)
  await client.call('invitation.accept', { token, password: PASSWORD })
  return { client: await client.enrol(), id: made.id, name }
}

/** The operator as it is now: id, version, role. */
async function viewOf(world: ConsoleWorld, id: string): Promise<Data> {
  const { data } = await world.root.call('operator.list')
  return (data.list as Data[]).find((one) => one.id === id)
}

/** A new member of the site. */
export async function newMember(origin: string): Promise<{ userId: string; client: Client }> {
  const client = await Client.connect(origin, { http: {} })
  const name = `m${crypto.randomBytes(4).toString('hex')}`.slice(0, 9)
  const fields = { name, timewd: 'Play2026x', currency: 'CNY', agreeTerms: true, birthDate: '1990-05-05' }
  const { code, data } = await client.call('registration.register', fields)
  if (code !== 'SUCCESS') throw new Error(`no member: ${code}`)
  client.token = data.token
  return { userId: data.member.userId, client: await client.again() }
}

/** The state of the session of `root`, or why it is not known. */
async function isRootIn({ root }: ConsoleWorld): Promise<string> {
  const { code, data } = await root.call('session.get')
  return data?.state ?? code
}

const adjustment = (coins: number, userId: string, key: string): object => ({ userId, coins, reason: '活动补发', key })
const key = (): string => crypto.randomBytes(16).toString('hex')

const access = [
  attempt({
    name: '3.2 the set-up link again, 8 completions at once, an old cookie, calls before the second factor',
    prepare: async (world: ConsoleWorld) => world,
    attempt: async (world) => {
      const params = { token: world.setupToken, password: PASSWORD, site: SITE }
      const again = await atOnce(8, (index) =>
        new Operator(world.origin, world.page).call('setup.complete', { ...params, name: `thief${index}` }),
      )
      const invited = await invite(world, 'operator')
      const half = new Operator(world.origin, world.page)
      await half.call('invitation.accept', { token: invited.token, password: PASSWORD })
      const before = await Promise.all(
        ['operator.list', 'audit.list', 'member.search', 'config.get'].map((action) =>
          half.call(action, action === 'member.search' ? { text: '' } : {}),
        ),
      )
      const pending = half.cookie
      await half.enrol()
      const old = new Operator(world.origin, world.page)
      old.cookie = pending
      return { again: tally(again), before: tally(before), old: (await old.call('operator.list')).code }
    },
    expected: {
      again: { LINK_USED: 8 },
      before: { SECOND_FACTOR_NEEDED: 4 },
      old: expect.not.stringMatching('SUCCESS'),
    },
    state: isRootIn,
    after: 'open',
  }),
  attempt({
    name: '3.3 3.18 a code of the authenticator again, in two sessions at once, 48 guesses, one recovery code 4 times at once',
    prepare: async (world: ConsoleWorld) => operator(world, 'auditor'),
    attempt: async ({ client, name }, world) => {
      const signIn = async (): Promise<Operator> => {
        const one = new Operator(world.origin, world.page)
        await one.call('session.signIn', { name, password: PASSWORD })
        return one
      }
      // The code of the next step, which is accepted and was not used at the set-up.
      const code = totp(client.secret, Date.now() + 30_000)
      const [one, two] = [await signIn(), await signIn()]
      const both = await Promise.all([one.call('factor.verify', { code }), two.call('factor.verify', { code })])
      const later = await (await signIn()).call('factor.verify', { code })
      const recovered = await Promise.all(
        (await atOnce(4, signIn)).map((by) => by.call('factor.verify', { code: client.recoveryCodes[0] })),
      )
      const guessing = await atOnce(6, signIn)
      const guesses = await Promise.all(
        guessing.flatMap((by) =>
          Array.from({ length: 8 }, (_, index) => by.call('factor.verify', { code: String(100_000 + index) })),
        ),
      )
      return {
        both: tally(both)['SUCCESS'],
        later: later.code === 'SUCCESS',
        recovered: tally(recovered)['SUCCESS'],
        guessed: tally(guesses)['SUCCESS'] ?? 0,
        limited: tally(guesses)['CURRENT_LIMITING_B']! > 0,
      }
    },
    expected: { both: 1, later: false, recovered: 1, guessed: 0, limited: true },
    state: (_, world) => isRootIn(world),
    after: 'open',
  }),
  attempt({
    name: '3.4 an invitation: 4 acceptances at once, a link after its renewal, as a set-up link, of a disabled operator',
    prepare: async (world: ConsoleWorld) => invite(world, 'editor'),
    attempt: async ({ operator: made, token }, world) => {
      const connect = (): Operator => new Operator(world.origin, world.page)
      const renewed = await world.root.call('operator.renewLink', { id: made.id, version: made.version })
      const old = await connect().call('invitation.accept', { token, password: PASSWORD })
      const fresh = tokenOf(renewed.data.link)
      const setup = await connect().call('setup.complete', {
        token: fresh,
        name: 'thief',
        password: PASSWORD,
        site: SITE,
      })
      const four = await atOnce(4, () => connect().call('invitation.accept', { token: fresh, password: PASSWORD }))
      return { old: old.code === 'SUCCESS', setup: setup.code === 'SUCCESS', four: tally(four)['SUCCESS'] }
    },
    expected: { old: false, setup: false, four: 1 },
    state: (_, world) => isRootIn(world),
    after: 'open',
  }),
  attempt({
    name: '3.6 3.7 an editor raises its role, invites and reads; two operators disable each other at once',
    prepare: async (world: ConsoleWorld) => ({
      one: await operator(world, 'operator'),
      two: await operator(world, 'operator'),
      editor: await operator(world, 'editor'),
    }),
    attempt: async ({ one, two, editor }, world) => {
      const [first, second, third] = [
        await viewOf(world, one.id),
        await viewOf(world, two.id),
        await viewOf(world, editor.id),
      ]
      const raised = codes([
        await editor.client.call('operator.setRole', { id: third.id, version: third.version, role: 'operator' }),
        await editor.client.call('operator.invite', { name: 'friend9', role: 'operator' }),
        await editor.client.call('audit.list'),
        await editor.client.call('member.search', { text: '' }),
      ])
      await Promise.all([
        one.client.call('operator.setDisabled', { id: second.id, version: second.version, isDisabled: true }),
        two.client.call('operator.setDisabled', { id: first.id, version: first.version, isDisabled: true }),
      ])
      return raised
    },
    expected: Array.from({ length: 4 }, () => 'ROLE_REFUSED'),
    state: async ({ one, two }, world) => {
      const views = [await viewOf(world, one.id), await viewOf(world, two.id)]
      return views.filter(({ isDisabled }) => isDisabled).length
    },
    // The second is refused, because its operator is disabled by then.
    after: 1,
  }),
  attempt({
    name: 'calls of another site, without the header, as a form, with a foreign cookie, in another method',
    prepare: async (world: ConsoleWorld) => world,
    attempt: async ({ origin, page, root }) => {
      const form = await fetch(`${origin}/api/console/operator.list`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', cookie: root.cookie, origin: 'https://evil.example' },
        body: '{}',
      })
      const plain = await fetch(`${origin}/api/console/operator.list`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: root.cookie, origin: page },
        body: '{}',
      })
      const got = await fetch(`${origin}/api/console/operator.list`, { headers: { cookie: root.cookie } })
      return [
        (await root.call('operator.list', {}, { origin: 'https://evil.example' })).code,
        (await root.call('operator.list', {}, { origin: 'null' })).code,
        plain.status >= 400,
        (await root.call('operator.list', {}, { cookie: `${root.cookie}x` })).code,
        form.status >= 400,
        got.status,
      ]
    },
    expected: ['ORIGIN_REFUSED', 'ORIGIN_REFUSED', true, 'NEED_LOGIN', true, 404],
    state: isRootIn,
    after: 'open',
  }),
]

const power = [
  attempt({
    name: '3.8 coins: 10 times 4,000 at once over the daily 10,000, one key, own approval, decisions at once, overdraft',
    prepare: async (world: ConsoleWorld) => ({
      by: await operator(world, 'operator'),
      other: await operator(world, 'operator'),
      member: await newMember(world.origin),
    }),
    attempt: async ({ by, other, member }) => {
      const { userId } = member
      const adjusted = await atOnce(10, () => by.client.call('coins.adjust', adjustment(4_000, userId, key())))
      const posted = adjusted.filter(({ data }) => data?.adjustment?.state === 'posted').length
      const waiting = adjusted
        .filter(({ data }) => data?.adjustment?.state === 'waiting')
        .map(({ data }) => data.adjustment.id as string)
      const own = await by.client.call('coins.decide', { id: waiting[0], isApproved: true })
      const decided = await atOnce(6, () => other.client.call('coins.decide', { id: waiting[0], isApproved: true }))
      const used = key()
      const same = await atOnce(5, () => other.client.call('coins.adjust', adjustment(10, userId, used)))
      const taken = await other.client.call('coins.adjust', adjustment(-1_000_000, userId, key()))
      return {
        posted,
        own: own.code === 'SUCCESS',
        decided: tally(decided)['SUCCESS'],
        same: new Set(same.map(({ data }) => data?.adjustment?.id)).size,
        taken: taken.data?.adjustment?.state ?? taken.code,
      }
    },
    expected: { posted: 2, own: false, decided: 1, same: 1, taken: expect.not.stringMatching('posted') },
    state: async ({ member }, world) => (await world.root.call('member.get', { userId: member.userId })).data.coins,
    after: 3 * 4_000 + 10,
  }),
  attempt({
    name: '3.10 content by an editor: markup, javascript: and protocol-relative links, pictures of other sites, foreign paths',
    prepare: async (world: ConsoleWorld) => operator(world, 'editor'),
    attempt: async ({ client }) => {
      const banner = { position: 'home', title: '横幅', img: '/art/a.svg', imgH5: '/art/a.svg' }
      const jumps = [
        'javascript:alert(1)',
        '//evil.example',
        'data:text/html,x',
        '/\\evil.example',
        'https://evil.example@x',
        '\u0000/app',
        'http:evil',
      ]
      const bodies = [
        ...jumps.flatMap((jumpUrl) => [1, 2].map((jumpType) => ({ ...banner, jumpType, jumpUrl }))),
        { ...banner, img: 'https://evil.example/a.png', jumpType: 0, jumpUrl: '' },
        { ...banner, img: '//evil.example/a.png', jumpType: 0, jumpUrl: '' },
        { ...banner, img: '/../../etc/passwd', jumpType: 0, jumpUrl: '' },
      ]
      const saved = await Promise.all(
        bodies.map((body) =>
          client.call('content.save', {
            id: null,
            version: 0,
            kind: 'banner',
            body,
            startsAt: null,
            endsAt: null,
            isPublished: true,
            reason: '新横幅',
          }),
        ),
      )
      const accepted = bodies.filter((_, index) => saved[index]?.code === 'SUCCESS')
      return accepted.map(({ jumpUrl }) => jumpUrl)
    },
    expected: [],
    state: (_, world) => isRootIn(world),
    after: 'open',
  }),
  attempt({
    name: '3.20 audit log and search with wildcards, NUL, a lone surrogate, odd times; secrets in the log',
    prepare: async (world: ConsoleWorld) => world,
    attempt: async ({ root }) => {
      const odd = ["'%_\\", '\u0000', '\uD800', '%', '__proto__', 'a'.repeat(64)]
      const sent: Response[] = []
      for (const text of odd) {
        sent.push(
          await root.call('member.search', { text: text.slice(0, 32) }),
          await root.call('audit.list', { actor: text, action: text, target: text }),
        )
      }
      for (const at of [-1, 1e15, Number.MAX_SAFE_INTEGER])
        sent.push(await root.call('audit.list', { from: at, to: at }))
      const log = JSON.stringify((await root.call('audit.list')).data)
      return {
        failed: tally(sent)['INTERNAL_ERROR'] ?? 0,
        secret: log.includes(root.secret) || log.includes(PASSWORD) || /argon2|pwd_hash/.test(log),
      }
    },
    expected: { failed: 0, secret: false },
    state: isRootIn,
    after: 'open',
  }),
  attempt({
    name: '3.22 deletes and changes the audit log with the connection of the server',
    prepare: (world: ConsoleWorld) => invite(world, 'editor'),
    attempt: async (_, { databaseUrl }) => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      const done: string[] = []
      for (const statements of AUDIT_ATTACKS) {
        await client.query('begin')
        try {
          for (const statement of statements) await client.query(statement)
          done.push(statements.join('; '))
          await client.query('commit')
        } catch {
          await client.query('rollback')
        }
      }
      await client.end()
      return done
    },
    expected: [],
    state: async ({ name }, { root }) => {
      const { data } = await root.call('audit.list', { action: 'operator.invite' })
      return (data.list as Data[]).filter((line) => JSON.stringify(line).includes(name)).length
    },
    after: 1,
  }),
  attempt({
    name: '3.14 console pictures with few bytes and many pixels, SVG, HTML, half a PNG',
    prepare: async (world: ConsoleWorld) => operator(world, 'editor'),
    attempt: async ({ client }) => {
      const upload = async (bytes: Uint8Array): Promise<string> =>
        (await client.call('picture.add', { picture: Buffer.from(bytes).toString('base64') })).code
      return [
        await upload(png(10_000, 10_000)),
        await upload(png(60_000, 60_000, { rows: 1 })),
        await upload(png(400, 400).slice(0, 60)),
        await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
        await upload(Buffer.from('<!doctype html>')),
      ]
    },
    expected: Array.from({ length: 5 }, () => 'PARAM_ERROR'),
    state: (_, world) => isRootIn(world),
    after: 'open',
  }),
]

const limits = [
  attempt({
    name: '5.8 guesses passwords with a load token; a member on another device meanwhile',
    prepare: async ({ origin }: ConsoleWorld) => {
      const thief = await Client.connect(origin, {
        http: { 'x-load-token': LOAD_TOKEN, 'x-forwarded-for': '203.0.113.7' },
      })
      return { thief, ...(await newMember(origin)) }
    },
    attempt: async ({ thief, client }) => {
      const guesses: string[] = []
      for (let guess = 0; guess < 5; guess += 1) guesses.push((await thief.signIn(`none${guess}`, 'Wrong2026x')).code)
      return { guesses, member: (await client.call('auth.session')).code }
    },
    expected: {
      guesses: [...Array.from({ length: 3 }, () => 'NAME_OR_PASSWORD_WRONG'), 'NEED_SAFE', 'NEED_SAFE'],
      member: 'SUCCESS',
    },
    state: (_, world) => isRootIn(world),
    after: 'open',
  }),
  attempt({
    name: '5.8 a member makes 110 calls at once from two addresses; another member behind one of them meanwhile',
    prepare: async ({ origin }: ConsoleWorld) => ({ one: await newMember(origin), other: await newMember(origin) }),
    attempt: async ({ one, other }) => {
      const away = await one.client.again()
      away.http = { 'x-forwarded-for': '203.0.113.21' }
      const flood = atOnce(110, (index) =>
        (index % 2 === 0 ? one.client : away).call('balance.list', { currency: 'CNY' }),
      )
      const meanwhile = await other.client.call('auth.session')
      return { kinds: Object.keys(tally(await flood)).toSorted(), other: meanwhile.code }
    },
    expected: { kinds: ['CURRENT_LIMITING_B', 'SUCCESS'], other: 'SUCCESS' },
    state: async ({ other }) => (await other.client.call('balance.list', { currency: 'CNY' })).code,
    after: 'SUCCESS',
  }),
  attempt({
    name: '5.8 calls and pages of demo mode, metrics, and sites of others, in production',
    prepare: async ({ origin }: ConsoleWorld) => Client.connect(origin, { http: { 'x-forwarded-for': '203.0.113.9' } }),
    attempt: async (client, { origin }) => {
      const demo = [
        await client.call('demo.outbox'),
        await client.call('demo.bank'),
        await client.call('demo.say', { loadToken: LOAD_TOKEN, chatRoomNo: 'r1', messages: [] }),
        await client.call('demo.gift', { loadToken: LOAD_TOKEN, chatRoomNo: 'r1', gifts: [] }),
        await client.call('demo.provoke', { path: 'login', code: 10001, times: 1 }),
        await client.signIn('fan001', 'Play2026x'),
      ]
      const pages = await Promise.all(
        ['/gallery', '/gallery/outcomes', '/metrics'].map(async (path) => (await fetch(origin + path)).status),
      )
      return { demo: codes(demo).includes('SUCCESS'), pages: pages.filter((status) => status < 400) }
    },
    expected: { demo: false, pages: [] },
    state: (_, world) => isRootIn(world),
    after: 'open',
  }),
]

/** A live room that shows the test picture, and the signed address of its video for a visitor. */
async function liveRoom({ root }: ConsoleWorld, visitor: Client, nick: string): Promise<{ stream: string; url: URL }> {
  const { data: made } = await root.call('anchor.create', { nick, account: null, maxKbps: 6_000 })
  const show = { title: `${nick}的直播间`, intro: '', startsAt: Date.now() - 60_000 }
  const { data } = await root.call('room.create', { anchorId: made.anchor.id, ...show })
  const { id, version, isGiftOpen, eid } = data.room
  await root.call('room.update', { id, version, ...show, isGiftOpen, hasTestPicture: true })
  let found: Data
  await expect
    .poll(async () => {
      const { data: list } = await visitor.call('live.popularList', { size: 200, page: 1, kind: 'anchor' })
      found = (list.list as Data[]).find((match) => match.eid === eid || match.live?.web_flv_url?.includes(eid))
      return found?.live?.web_flv_url ?? ''
    })
    .toContain('s=')
  const url = new URL(found.live.web_flv_url, visitor.target.origin)
  return { stream: url.pathname.replace(/^\/media\/|\.flv$/g, ''), url }
}

/** The status of a video, which does not end: the connection is closed after its head. */
async function videoStatus(url: URL | string): Promise<number> {
  const abort = new AbortController()
  const { status } = await fetch(url, { signal: abort.signal })
  abort.abort()
  return status
}

const video = [
  attempt({
    name: '5.4 signed video: the address of another room, a changed expiry, parts of the signature, many ranges',
    prepare: async (world: ConsoleWorld) => {
      const visitor = await Client.connect(world.origin, { http: { 'x-forwarded-for': '203.0.113.12' } })
      const [one, two] = [await liveRoom(world, visitor, '甲号主播'), await liveRoom(world, visitor, '乙号主播')]
      return { one, two, origin: world.origin }
    },
    attempt: async ({ one, two, origin }) => {
      const changed = (change: (query: URLSearchParams) => void, path = one.url.pathname): URL => {
        const url = new URL(path, origin)
        url.search = one.url.search
        change(url.searchParams)
        return url
      }
      const [expiry, signature] = [one.url.searchParams.get('e') ?? '', one.url.searchParams.get('s') ?? '']
      const nothing = (): void => undefined
      const forged = [
        changed(nothing, two.url.pathname),
        changed(nothing, `/media/${two.stream}/index.m3u8`),
        changed((query) => query.set('e', String(Number(expiry) + 3_600))),
        changed((query) => query.set('e', `0${expiry}`)),
        changed((query) => query.set('e', `${expiry}.0`)),
        changed((query) => query.set('e', '9'.repeat(30))),
        changed((query) => query.set('s', signature.slice(0, -1))),
        changed((query) => query.set('s', `${signature}=`)),
        changed((query) => query.set('s', signature.toLowerCase())),
        changed((query) => query.set('s', '')),
        changed((query) => query.delete('s')),
        changed((query) => query.delete('e')),
        new URL(`${one.url.pathname}?e=${Number(expiry) + 1}&${one.url.search.slice(1)}`, origin),
        new URL(`${one.url.pathname}?s=x&${one.url.search.slice(1)}`, origin),
        ...['e=1', 's=x', 'v=a.b', `e=${expiry}`, `s=${signature}`, 's=', '%73=x', one.url.search.slice(1)].flatMap(
          (more) =>
            [one.url.pathname, `/media/${one.stream}/index.m3u8`].map(
              (path) => new URL(`${path}${one.url.search}&${more}`, origin),
            ),
        ),
        new URL(one.url.pathname, origin),
      ]
      const list = `${origin}/media/${one.stream}/index.m3u8${one.url.search}`
      const playlist = await (await fetch(list)).text()
      const quality = /^\d+\/index\.m3u8\?\S+/m.exec(playlist)?.[0] ?? ''
      const media = new URL(quality, list)
      const segment = /URI="(\d+\.\d+\.m4s\?[^"]+)/.exec(await (await fetch(media)).text())?.[1] ?? ''
      const ranges = [
        'bytes=999999999-',
        'bytes=0-0,5-9,2-3',
        `bytes=${'0-0,'.repeat(500)}0-0`,
        'bytes=-0',
        'bytes=9-1',
      ]
      const segmentUrl = new URL(segment, media)
      const whole = (await (await fetch(segmentUrl)).arrayBuffer()).byteLength
      const ranged = await Promise.all(
        ranges.map(async (range) => {
          const response = await fetch(segmentUrl, { headers: { range } })
          return response.status < 500 && (await response.arrayBuffer()).byteLength <= whole + 2_000
        }),
      )
      return {
        right: await videoStatus(one.url),
        forged: [...new Set(await Promise.all(forged.map(videoStatus)))],
        segmentOfOther: await videoStatus(`${origin}/media/${two.stream}/360/${segment}`),
        hasSegment: whole > 1_000,
        ranged: [...new Set(ranged)],
      }
    },
    expected: { right: 200, forged: [404], segmentOfOther: 404, hasSegment: true, ranged: [true] },
    state: (_, world) => isRootIn(world),
    after: 'open',
  }),
]

/** Attempts at the console, and at the limits and the video of a server in production mode. */
export const consoleAttempts = [...access, ...power, ...limits, ...video]
