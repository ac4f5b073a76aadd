import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACTIVITY_NAMES } from '#protocol/activities/definition.ts'
import { SIGN_IN } from '#protocol/activities/sign-in.ts'
import { FEEDBACK_STATES } from '#protocol/club/feedback.ts'
import { CODES } from '#protocol/codes.ts'
import { READ_CALLS } from '#protocol/endpoints/call-lists.ts'
import { type DataOf, type EndpointName, ENDPOINTS } from '#protocol/endpoints/table.ts'
import { CONSOLE_ACTIONS, type ConsoleActionName } from '#protocol/console/table.ts'
import type { Embedded } from '#server/database/embedded.ts'
import { embeddedDatabase } from '#server/database/open.ts'
import type { RunningServer } from '#server/main.ts'
import { type SealedClient, sendTo } from '../../support/sealed-client.ts'
import { scaled } from '../../support/depth.ts'
import { openTestEmbedded } from '../../support/store.ts'
import { fillLargeSite } from '../../support/large-site.ts'
import { type ReadStatement, watchReads } from '../../support/rows-read.ts'
import { connectTo, createTestInstallation, signIn } from './app-support.ts'
import { codeOf, ConsoleClient, PASSWORD } from '../console/console-support.ts'

/** Rows and index entries that one statement of a call may visit, however large the site is (decision 199). */
const MAX_ROWS = scaled({ short: 7_500, full: 10_000 })
/** A second of the slowest machine; the slowest statement takes some 50 ms alone. */
const MAX_MS = 1_000
/** Members who have posted, ordered and signed in for years. Not the crowd: nobody can sign in as it. */
const MEMBER = 'admin01'
const PLAYED = { currency: 'CNY', start: '2026-11-01', end: '2026-11-30' } as const
const ORDER = 'D0000000000000007'
/** Statements of maintenance, which works in batches of its own. */
const IS_MAINTENANCE = /^\s*(?:with (?:changed|gone) as|vacuum|analyze|checkpoint|select r\.no, e\.epoch)/

const installation = createTestInstallation()
let server: RunningServer
let client: SealedClient
let operator: ConsoleClient
let match: DataOf<'live.popularList'>['list'][number]
let userId: string
let takeReads: () => ReadStatement[]

beforeAll(async () => {
  const embedded = await openTestEmbedded()
  const { db } = embedded
  server = await installation.start({}, { open: (options) => embeddedDatabase(embedded, options) })
  client = await connectTo(server)
  await signIn(client, MEMBER)
  const listed = await client.call('live.popularList', { size: 200, page: 1, kind: 'football' })
  // A room without new entries.
  const before = (listed.data as DataOf<'live.popularList'>).list.find(({ anchor_status }) => anchor_status !== 1)
  if (!before) throw new Error('no match is ahead')
  match = before
  operator = await signInOperator(db)
  const { rows: members } = await db.execute<{ id: string; userId: string }>(
    sql`select id, public_id as "userId" from member where name = ${MEMBER}`,
  )
  const { rows: operators } = await db.execute<{ id: string }>(sql`select id from operator`)
  userId = members[0]?.userId ?? ''
  await fillLargeSite(db, {
    memberId: members[0]?.id ?? '',
    operatorId: operators[0]?.id ?? '',
    chatRoomNo: match.chatRoomNo,
    anchorRoomId: match.anchorRoomId,
    now: Date.now(),
  })
  takeReads = watchReads(embedded)
}, 600_000)

afterAll(async () => {
  await server.close()
  installation.remove()
})

/** Creates the first operator of the server. */
async function signInOperator(db: Embedded['db']): Promise<ConsoleClient> {
  const created = new ConsoleClient(async (url, body, { cookie }) => {
    const headers = { origin: server.url, 'x-console': '1', 'content-type': 'application/json' }
    const response = await fetch(server.url + url, {
      method: 'POST',
      headers: cookie === undefined ? headers : { ...headers, cookie },
      body,
    })
    return { status: response.status, body: await response.text(), cookie: response.headers.get('set-cookie') }
  })
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await db.execute(sql`insert into console_link (token_hash, expires_at) values (${hash}, now() + interval '1 hour')`)
  const site = { siteName: '绿茵直播', siteId: 5009, timeZone: 'Asia/Shanghai' } as const
  await created.call('setup.complete', { token, name: 'root', password: PASSWORD, site })
  const { secret } = (await created.call('factor.enrol', {})).data
  await created.call('factor.confirm', { code: codeOf(secret, Date.now()) })
  return created
}

/** The response code of a call; 0 for pictures and sounds, which have none. */
async function send(name: EndpointName, params: object): Promise<{ readonly code: number }> {
  if (ENDPOINTS[name].response !== 'blob') return client.call(name, params)
  const { request } = await client.prepare(name, params)
  await sendTo(server.url)(request)
  return { code: 0 }
}

type Cases = Readonly<Record<string, readonly object[]>>

const CURRENCY = [{ currency: 'CNY' }]
const NOTHING = [{}]
const NO_ROW = '01a22481-98b9-746f-82a6-3fab1e75df4d'

/** Parameters of all reading calls: those that read most, and filters that match little or nothing. */
function callCases(): Cases {
  const { eid, matchId, chatRoomNo, anchorRoomId } = match
  const room = [{ chatRoomNo }]
  const history = [{ chatRoomNo, beforeSeq: 15_000, size: 50 }]
  const id = [{ id: 'none' }]
  const inboxPages = [1, 1000].map((pageNum) => ({ pageNum, pageSize: 100 }))
  const unknownMessage = [{ id: NO_ROW }]
  const unknownRound = [{ roundId: NO_ROW }]
  return {
    'captcha.get': [{ captchaType: 'blockPuzzle', clientUid: 'x', ts: 1 }],
    'captcha.image': [{ codeId: 'a-code-that-is-not' }],
    'captcha.audio': [{ codeId: 'a-code-that-is-not' }],
    'publicMessage.list': inboxPages,
    'publicMessage.detail': unknownMessage,
    'privateMessage.list': inboxPages,
    'privateMessage.detail': unknownMessage,
    'noticeMessage.list': inboxPages,
    'noticeMessage.detail': unknownMessage,
    'site.configInfo': [{ keyCodes: ['speedDepositSwitch'] }],
    'site.configs': [{ keyCodes: ['speedDepositSwitch'] }],
    'site.bannerList': [{ position: 'home' }],
    'site.queryBanners': [{ position: 'home' }],
    'site.queryBannersNew': [{ positions: ['home'] }],
    'site.announcements': [{ type: 'all' }],
    'news.list': [{ category: 'all', pageNum: '1' }],
    'news.detail': id,
    'soccer.standings': [{ league: 'none' }],
    'soccer.schedule': [{ date: '2026-11-28' }],
    'tips.list': [{ pageNum: '1' }],
    'tips.detail': id,
    'tips.expert': id,
    'upload.image': [{ id: 'no-upload-of-mine' }],
    'operation.result': [{ idempotencyKey: 'large-none', endpoint: 'gift.reward' }],
    'registration.checkNameV2': [{ name: 'large1' }],
    'registration.checkName': [{ name: 'large1' }],
    'security.history': [{ pageNum: 1 }, { pageNum: 90 }, { pageNum: 1000 }],
    'nickname.check': [{ nickname: '众人甲' }],
    'live.popularList': [{ size: 200, page: 1, kind: 'football' }],
    'live.detail': [{ eid }],
    'live.odds': [{ matchId }],
    'live.playingVideo': [{ matchId, channel: 'x' }],
    'match.lineUps': [{ eid }],
    'match.statistics': [{ eid }],
    'match.preview': [{ eid }],
    'team.detail': id,
    'league.detail': id,
    'anchor.detail': id,
    'video.grant': [{ matchId }],
    'video.play': [{ matchId }],
    'chatroom.anonHistory': history,
    'chatroom.webHistory': history,
    'chatroom.appHistory': history,
    'chatroom.status': [{ matchIds: [matchId] }],
    'chatroom.muteList': room,
    'chatroom.words': room,
    'chatroom.audit': room,
    'chatroom.reports': room,
    'gift.ranking': ['hour', 'day', 'week'].map((period) => ({ anchorRoomId, period })),
    'gift.history': [{ before: null }],
    'venue.list': [{ type: 'all' }],
    'egame.hotList': [{ size: 24 }],
    'egame.list': [{}, { venueEnName: 'YBDZ', brand: 'terrace', tag: 'pool' }, { keyword: '无此游戏' }],
    'gameRound.detail': unknownRound,
    'gameRound.proof': unknownRound,
    'table.mine': [{ ...unknownRound[0], currency: 'CNY' }],
    'table.proof': unknownRound,
    'payType.list': CURRENCY,
    'deposit.detail': [{ orderNo: ORDER }],
    'withdraw.prepare': CURRENCY,
    'fastWithdraw.list': [{ pageNum: 1 }, { pageNum: 1000 }],
    'balance.list': CURRENCY,
    'dealRecord.list': [{}, { type: 'transferOut' }, { type: 'deposit', status: '9' }, { status: '9' }],
    'dealRecord.all': [
      {},
      { type: 'interest' },
      { type: 'fee' },
      { status: '9' },
      { currency: 'USDT' },
      { type: 'other', by: 'posted' },
      { type: 'transferIn', by: 'posted' },
      { type: 'gift', start: 1, end: Date.now() - 300 * 86_400_000 },
    ],
    'dealRecord.detail': [{ orderNo: ORDER }],
    'bet.detail': [{ betId: NO_ROW }],
    'bet.list': ['open', 'settled', 'all'].map((state) => ({ state, currency: 'CNY', pageNum: 1 })),
    'bet.quote': [{ currency: 'CNY', selections: ['none.winner.0.home'] }],
    'gameRecord.list': ['all', 'open', 'settled'].map((status) => ({ ...PLAYED, status, pageNum: 1 })),
    'gameRecord.summary': [PLAYED],
    'gameRecord.detail': [{ venueEnName: 'YBZR', id: NO_ROW }],
    'sport.matchList': [{ kind: 'all', type: 'live' }],
    'sport.matchDetail': [{ matchId: 'none' }],
    'sport.odds': [{ matchId: 'none' }],
    'game.maintain': [{ venueEnName: 'YBTY' }],
    'interest.info': CURRENCY,
    'interest.records': CURRENCY,
    'activity.check': ACTIVITY_NAMES.map((name) => ({ name })),
    'redRain.round': [{}],
    'activity.records': ACTIVITY_NAMES.flatMap((name) => [1, 1000].map((pageNum) => ({ name, pageNum }))),
    'feedback.list': [1, 1000].map((pageNum) => ({ pageNum, pageSize: 50 })),
    'feedback.detail': unknownMessage,
    'invite.friends': [1, 1000].map((pageNum) => ({ pageNum, pageSize: 50 })),
    'soccerLottery.proof': [{ drawId: NO_ROW }],
    'responsible.statement': [{ period: '24h' }, { period: '30d' }, { period: '12m' }, { period: '2026-01' }],
  }
}

function consoleCases(): Cases {
  const draft = {
    kind: 'signIn',
    title: '签到',
    summary: '每天一次',
    rule: { ...SIGN_IN.example },
    currency: 'COIN',
    start: Date.now() + 3_600_000,
    end: Date.now() + 8 * 86_400_000,
    budget: 1_000_000,
  }
  const token = 'a'.repeat(43)
  return {
    'setup.check': [{ token }],
    'invitation.check': [{ token }],
    'member.search': [{ text: '' }, { text: '无此人' }, { text: '众人1999' }, { text: '', isBanned: true }],
    'member.get': [{ userId }],
    'inbox.count': [{ audience: { type: 'all' } }, { audience: { type: 'member', userId } }],
    'audit.list': [{}, { actor: 'none' }, { action: 'none' }, { target: 'none' }, { from: 1, to: 2 }],
    'coins.list': [{}, { state: 'refused' }, { userId, state: 'refused' }],
    'revision.list': [{ subject: 'gift-1' }],
    'content.list': [{ kind: 'announcement' }],
    'anchor.list': [{ text: '无此人' }],
    'room.list': [{ text: '无此人' }],
    'room.get': [{ id: NO_ROW }],
    'match.list': [{ text: '' }],
    'bet.list': [{ matchId: 'none' }],
    'report.list': [{ isOpen: true }, { isOpen: false }, { isOpen: false, chatRoomNo: 'none' }],
    'activity.dryRun': [draft],
    'agent.list': [{ isOpen: true }, { isOpen: false }],
    'feedback.list': FEEDBACK_STATES.flatMap((status) => [null, 'other' as const].map((type) => ({ status, type }))),
    'feedback.picture': [{ id: NO_ROW, image: NO_ROW }],
    'term.test': [{ text: 'x' }],
    'review.list': [{ isOpen: true }, { isOpen: false }],
    'review.proof': [{ orderNo: ORDER, id: 'none' }],
  }
}

/** Calls of these names with their parameters, without any for names that have no cases. */
function plannedOf<Name extends string>(names: readonly Name[], cases: Cases): { name: Name; params: object }[] {
  return names.flatMap((name) => (cases[name] ?? NOTHING).map((params) => ({ name, params })))
}

/** The statements of a call that visit or take more than allowed, and failed calls, which would read nothing. */
async function problemsOf(label: string, call: () => Promise<{ readonly code: number }>): Promise<string[]> {
  takeReads()
  const { code } = await call()
  const reads = takeReads().filter(({ text }) => !IS_MAINTENANCE.test(text))
  const [largest] = reads.toSorted((one, other) => other.rows - one.rows)
  const slowest = Math.max(0, ...reads.map(({ ms }) => ms))
  measured.push({ label, rows: largest?.rows ?? 0, ms: slowest, statements: reads.length })
  return [
    ...(code === CODES.PARAM_ERROR || code === CODES.INTERNAL_ERROR ? [`${label}: code ${code}`] : []),
    ...reads.filter(({ rows }) => rows > MAX_ROWS).map(({ text, rows }) => `${label}: ${rows} rows: ${text}`),
    ...reads.filter(({ ms }) => ms > MAX_MS).map(({ text, ms }) => `${label}: ${Math.round(ms)} ms: ${text}`),
  ]
}

const measured: { label: string; rows: number; ms: number; statements: number }[] = []

/** The table of docs/operations.md, with READ_ROWS=1. */
function report(): void {
  if (process.env['READ_ROWS'] === undefined) return
  const lines = measured
    .toSorted((one, other) => other.rows - one.rows)
    .slice(0, 25)
    .map(({ label, rows, ms, statements }) => `| ${label} | ${rows} | ${ms.toFixed(0)} | ${statements} |`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

it('no statement of a call visits more rows the larger the site is', async () => {
  const cases = callCases()
  expect(Object.keys(cases).filter((name) => !READ_CALLS.some((one) => one === name))).toEqual([])
  const problems: string[] = []
  for (const { name, params } of plannedOf<EndpointName>(READ_CALLS, cases)) {
    const label = `${name} ${JSON.stringify(params)}`
    // oxlint-disable-next-line no-await-in-loop -- statements belong to the call that runs
    problems.push(...(await problemsOf(label, () => send(name, params))))
  }
  report()
  expect(problems).toEqual([])
})

it('no statement of the console visits more rows the larger the site is', async () => {
  const names = (Object.keys(CONSOLE_ACTIONS) as ConsoleActionName[]).filter(
    // The sign-in has no session, and `doctor` examines the machine.
    (name) => CONSOLE_ACTIONS[name].readOnly && CONSOLE_ACTIONS[name].access !== 'pending' && name !== 'doctor.run',
  )
  const problems: string[] = []
  for (const { name, params } of plannedOf(names, consoleCases())) {
    const label = `console ${name} ${JSON.stringify(params)}`
    // oxlint-disable-next-line no-await-in-loop -- statements belong to the call that runs
    problems.push(...(await problemsOf(label, () => operator.call(name, params))))
  }
  report()
  expect(problems).toEqual([])
})
