import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { nextSessionExpiry } from '#protocol/rules/member/session-expiry.ts'
import { SITE_CONFIG_DEFAULTS, type SiteConfig, type SiteConfigKey } from '#protocol/site-config.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { readConfig } from '#server/config/config.ts'
import { createLog } from '#server/config/log.ts'
import { createApp, siteResolver } from '#server/app/app.ts'
import { openServices, type Services } from '#server/calls/services.ts'
import { entrancesOf } from '#state/site/entrances.ts'
import { oldPassword, timewd } from '#workers/crypto/legacy.ts'
import { prepareDataFolder } from '../../support/data-folder.ts'
import { writePageFiles } from '../../support/page-files.ts'
import { TEST_PASSWORD_COST } from '../../support/passwords.ts'
import { readProjectFile } from '../../support/project.ts'
import { SealedClient, sendTo } from '../../support/sealed-client.ts'
import { signIn } from './app-support.ts'

const LOAD_TOKEN = 'the load token of this test, long enough'
const PASSWORD = 'Play2026x'
/** One site of each currency. */
const SITES = { CNY: 5009, USDT: 5015 } as const satisfies Readonly<Record<SettleCurrency, number>>
/** Anchor games are open on a site with this venue. */
const ZBYX = { enName: 'ZBYX', status: 0, isDisplay: 1, isDisplayMaintainVenue: 1 }
const NO_CONFIG: SiteConfig = readConfig({ MODE: 'demo' }).siteConfigs.CNY

type SpecifiedKey = keyof typeof SITE_CONFIG_DEFAULTS

describe('S9.14 switches of two sites of one process', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-switches-'))
  /** The values of SITE_CONFIG. A test changes them. */
  const overrides: { CNY: Partial<SiteConfig>; USDT: Partial<SiteConfig> } = { CNY: {}, USDT: {} }
  let services: Services
  let close: () => Promise<void>
  let url: string
  let memberId: string
  let cardId: string
  let room: { readonly chatRoomNo: string; readonly anchorRoomId: string }
  /** Clients of one session on both sites. */
  let clients: Readonly<Record<SettleCurrency, SealedClient>>
  let count = 0
  /** The clock moves by hours in this test. It begins after all sessions have ended, so that none ends meanwhile (S9.20). */
  let offset = nextSessionExpiry(Date.now()) - Date.now() + MINUTE_MS
  const now = () => Date.now() + offset

  beforeAll(async () => {
    writePageFiles(folder)
    await prepareDataFolder(path.join(folder, 'data'))
    const environment = { MODE: 'demo', CROWD: '0', LOG_LEVEL: 'silent', DATA_DIR: path.join(folder, 'data') }
    const read = readConfig(environment)
    const config = { ...read, siteSource: { ...read.siteSource, overrides } }
    const common = { config, secret: 'a secret of this test, which is long enough', log: createLog('silent'), now }
    services = await openServices({ ...common, allowsUnlimitedSpeakers: true, passwordCost: TEST_PASSWORD_COST })
    const parts = { ...common, config: services.config, services, loadToken: LOAD_TOKEN }
    const app = await createApp({ ...parts, clientFolder: folder, vite: null })
    await app.matches.start()
    url = await app.http.listen({ host: '127.0.0.1', port: 0 })
    close = async () => {
      await app.close()
      await services.close()
    }
    clients = { CNY: await connect('CNY'), USDT: await connect('USDT') }
    await signIn(clients.CNY, 'rich001')
    Object.assign(clients.USDT, { token: clients.CNY.token, uuid: clients.CNY.uuid })
    memberId = (await services.members.findByName('rich001'))?.memberId ?? ''
    await services.withdrawPasswords.set(memberId, '246810')
    const card = { cardNum: '6222020000000000000', bankCode: 'ICBC', branch: '', holder: '王小明' }
    await services.memberAccounts.addCard(memberId, card)
    cardId = (await services.memberAccounts.cards(memberId))[0]?.id ?? ''
    const list = await clients.CNY.call('live.popularList', { size: 200, page: 1, kind: 'football' })
    const match = (list.data as DataOf<'live.popularList'>).list.find((one) => one.anchor_status === 1)
    if (!match) throw new Error('no football match is live')
    room = match
  }, 120_000)
  afterAll(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function connect(currency: SettleCurrency): Promise<SealedClient> {
    const http = { 'x-load-token': LOAD_TOKEN }
    const client = await SealedClient.connect(sendTo(url), { http, siteId: SITES[currency], now })
    client.http = http
    count += 1
    client.uuid = `device-of-switches-${count}`
    return client
  }

  async function configure(values: Readonly<Record<SettleCurrency, Partial<SiteConfig>>>): Promise<void> {
    Object.assign(overrides, values)
    await services.content.refresh()
    count += 1
    services.responseCache.begin(`switches ${count}`)
    // Limits of a sender end.
    offset += 10 * MINUTE_MS
  }

  interface Site {
    readonly currency: SettleCurrency
    readonly client: SealedClient
  }
  const ask = <Name extends EndpointName>({ client }: Site, name: Name, params: RequestOf<Name>) =>
    client.call(name, params, { headers: { 'idempotency-key': crypto.randomUUID() } })
  const codeOf = async <Name extends EndpointName>(site: Site, name: Name, params: RequestOf<Name>) =>
    (await ask(site, name, params)).code
  const dataOf = async <Name extends EndpointName>(site: Site, name: Name, params: RequestOf<Name>) =>
    (await ask(site, name, params)).data as DataOf<Name>
  const configOf = async (site: Site, key: SiteConfigKey) =>
    (await dataOf(site, 'site.configs', { keyCodes: [key] }))[key]
  const typed = ({ client }: Site, password: string) =>
    timewd(password, now(), client.keys.wd, crypto.getRandomValues(new Uint8Array(16)))

  /** The entrances that a page of the site shows. */
  async function entrances(site: Site) {
    const keyCodes = Object.keys(SITE_CONFIG_DEFAULTS)
    return entrancesOf({ ...NO_CONFIG, ...(await dataOf(site, 'site.configs', { keyCodes })) })
  }

  /** Codes of sign-ins of a new account and device with these passwords. */
  async function signInCodes({ currency }: Site, passwords: readonly string[]): Promise<number[]> {
    const site = { currency, client: await connect(currency) }
    const name = `switch${count}`
    await services.members.ensure([
      { name, password: PASSWORD, nickname: name, vipLevel: 0, level: 0, siteId: SITES[currency], coins: 0 },
    ])
    const codes: number[] = []
    for (const password of passwords) {
      const params = { name, password: '', flag: 1 as const, version: '1' }
      const secret = { timewd: typed(site, password), oldPassword: oldPassword(password, name) }
      // oxlint-disable-next-line no-await-in-loop -- in order
      codes.push(await codeOf(site, 'auth.login', { ...params, ...secret } as RequestOf<'auth.login'>))
    }
    return codes
  }

  /** The fields that a registration is refused for; none if it succeeds. */
  async function register({ currency }: Site, more: { readonly realName?: string } = {}): Promise<string[]> {
    const site = { currency, client: await connect(currency) }
    const response = await ask(site, 'registration.register', {
      name: `switch${count}`,
      timewd: typed(site, PASSWORD),
      currency,
      birthDate: '1990-01-01',
      agreeTerms: true,
      ...more,
    })
    const fields = (response.data as { fields?: object } | null)?.fields ?? {}
    return response.code === 0 ? [] : [String(response.code), ...Object.keys(fields)]
  }

  /** The code of a chat message sent by a page of the site. */
  async function say(site: Site): Promise<number> {
    const { ticket, epoch, seq } = await dataOf(site, 'chatroom.webJoin', { chatRoomNo: room.chatRoomNo })
    const options = { path: SOCKET_PATH, transports: ['websocket'], forceNew: true, reconnection: false }
    const socket = io(url + NAMESPACES.web, { ...options, extraHeaders: { 'x-load-token': LOAD_TOKEN } })
    try {
      await socket.emitWithAck('join', { ticket, position: { epoch, seq } })
      count += 1
      const message = { chatRoomNo: room.chatRoomNo, cid: crypto.randomUUID(), text: `站点开关的第 ${count} 句` }
      const said = (await socket.emitWithAck('say', message)) as { ok: boolean; code?: number }
      return said.ok ? 0 : (said.code ?? -1)
    } finally {
      socket.disconnect()
    }
  }

  const phone = () => ({ areaCode: '86', phone: `139${String(10_000_000 + count)}` })
  const amount = 100_00

  interface Effect<Key extends SpecifiedKey> {
    readonly values: readonly [before: SiteConfig[Key], after: SiteConfig[Key]]
    /** What a caller on the site sees. */
    readonly outcome: (site: Site) => Promise<unknown>
    readonly seen: readonly [before: unknown, after: unknown]
    /** Values of other keys. */
    readonly beside?: Partial<SiteConfig>
    /** The test of the page that only shows the value. */
    readonly page?: string
  }
  const codes = (before: number, after: number) => [before, after] as const

  const EFFECTS: { readonly [Key in SpecifiedKey]: Effect<Key> | 'origins' } = {
    Service_sponsor_Discoveryv2: {
      values: ['0,1,2', '1'],
      outcome: async (site) => (await entrances(site)).sponsors,
      seen: [[0, 1, 2], [1]],
    },
    siteAnchorGameEntranceV4: {
      beside: { ty: [ZBYX] },
      values: [1, 0],
      outcome: async (site) => (await entrances(site)).anchorGames,
      seen: ['open', 'hidden'],
    },
    zbyx: {
      values: [[], [{ channelName: '看台一台' }]],
      outcome: async (site) => (await entrances(site)).anchorGameChannels,
      seen: [[], ['看台一台']],
    },
    ty: {
      values: [[ZBYX], [{ ...ZBYX, status: 1 }]],
      outcome: async (site) => (await entrances(site)).anchorGames,
      seen: ['open', 'maintenance'],
    },
    multiLanguageEntrance: {
      values: [0, 1],
      outcome: async (site) => (await dataOf(site, 'site.languageCode', {})).list.map(({ code }) => code),
      seen: [['zh-CN'], ['zh-CN', 'en-US']],
    },
    withdrawPasswordSwitch: {
      values: [1, 0],
      outcome: (site) => codeOf(site, 'withdraw.create', { accountId: cardId, amount }),
      seen: codes(CODES.PARAM_ERROR, CODES.BALANCE_NOT_ENOUGH),
    },
    overseasMobileSwitch: {
      values: [0, 1],
      outcome: (site) =>
        codeOf(site, 'registration.sendCode', { scene: 'register', areaCode: '852', phone: `5123${10_000 + count}` }),
      seen: codes(CODES.PARAM_ERROR, 0),
    },
    loginVerifyFailCount: {
      values: [3, 1],
      outcome: (site) => signInCodes(site, ['Wrong2026', PASSWORD]),
      seen: [
        [CODES.NAME_OR_PASSWORD_WRONG, 0],
        [CODES.NAME_OR_PASSWORD_WRONG, CODES.NEED_SAFE],
      ],
    },
    safeVerifyTypes: {
      values: [
        { imageCode: 1, afs: 1, anji: 1 },
        { imageCode: 1, afs: 0, anji: 1 },
      ],
      outcome: (site) => codeOf(site, 'afs.config', {}),
      seen: codes(0, CODES.NOT_FOUND),
    },
    geetestSwitch: {
      values: [0, 1],
      outcome: (site) => signInCodes(site, [PASSWORD]),
      seen: [[0], [CODES.VERIFY_CODE_ERROR]],
    },
    registerPhoneRequired: {
      values: [0, 1],
      outcome: register,
      seen: [[], [String(CODES.PARAM_ERROR), 'phone']],
    },
    registerRealNameRequired: {
      values: [0, 1],
      outcome: register,
      seen: [[], [String(CODES.PARAM_ERROR), 'realName']],
    },
    registerInviteCodeVisible: {
      values: [1, 0],
      outcome: (site) => configOf(site, 'registerInviteCodeVisible'),
      seen: [1, 0],
      page: 'tests/ui/auth/register.browser.deep.test.tsx',
    },
    realNameRule: {
      values: [1, 2],
      outcome: (site) => register(site, { realName: '王 Li' }),
      seen: [[String(CODES.PARAM_ERROR), 'realName'], []],
    },
    smsIntervalSeconds: {
      values: [60, 90],
      outcome: async (site) => {
        count += 1
        return (await dataOf(site, 'registration.sendCode', { scene: 'register', ...phone() })).interval
      },
      seen: [60, 90],
    },
    newsDomains: 'origins',
    apiDomains: 'origins',
    videoDomainDefault: 'origins',
    chatSwitch: { values: [1, 0], outcome: say, seen: codes(0, CODES.ROOM_CLOSED) },
    chatMinVipLevel: { values: [0, 100], outcome: say, seen: codes(0, CODES.CHAT_LEVEL_TOO_LOW) },
    giftSwitch: {
      values: [1, 0],
      outcome: async (site) => {
        const [gift] = (await dataOf(site, 'gift.list', {})).list
        const { anchorRoomId } = room
        const params = { giftId: gift?.giftId ?? 0, count: 1, anchorRoomId, comboId: crypto.randomUUID() }
        return codeOf(site, 'gift.reward', params)
      },
      seen: codes(0, CODES.GIFT_OFF),
    },
    goldCoinRate: {
      values: [10, 70],
      outcome: (site) => configOf(site, 'goldCoinRate'),
      seen: [10, 70],
      page: 'tests/ui/gift/gift-limits.browser.deep.test.tsx',
    },
    usdtWalletSwitch: {
      values: [1, 0],
      outcome: async (site) => [
        (await dataOf(site, 'payType.list', { currency: 'USDT' })).list.length,
        await codeOf(site, 'usdt.quote', { from: 'CNY', to: 'USDT', amount }),
      ],
      seen: [
        [1, 0],
        [0, CODES.NOT_FOUND],
      ],
    },
    usdtChains: {
      values: [['TRC20', 'ERC20'], ['ERC20']],
      outcome: async (site) => [
        (await dataOf(site, 'bind.steps', {})).chains,
        (await dataOf(site, 'payType.list', { currency: 'USDT' })).list[0]?.chains,
      ],
      seen: [
        [
          ['TRC20', 'ERC20'],
          ['TRC20', 'ERC20'],
        ],
        [['ERC20'], ['ERC20']],
      ],
    },
    interestWalletSwitch: {
      values: [1, 0],
      outcome: (site) => codeOf(site, 'interest.to', { currency: 'CNY', amount }),
      seen: codes(CODES.BALANCE_NOT_ENOUGH, CODES.NOT_FOUND),
    },
    fastWithdrawSwitch: {
      values: [1, 0],
      outcome: (site) =>
        codeOf(site, 'fastWithdraw.create', { accountId: cardId, amount, withdrawPwd: typed(site, '246810') }),
      seen: codes(CODES.BALANCE_NOT_ENOUGH, CODES.NOT_FOUND),
    },
    speedDepositSwitch: {
      values: [1, 0],
      outcome: async (site) => {
        const { list } = await dataOf(site, 'payType.list', { currency: 'CNY' })
        const created = await ask(site, 'pay.create', { payTypeId: 'demo-speed', amount })
        const { orderNo = '' } = (created.data ?? {}) as { orderNo?: string }
        if (orderNo !== '') await ask(site, 'deposit.cancel', { orderNo })
        return [list.some(({ kind }) => kind === 'speed'), created.code]
      },
      seen: [
        [true, 0],
        [false, CODES.NOT_FOUND],
      ],
    },
    withdrawCancelSwitch: {
      values: [1, 0],
      outcome: (site) => codeOf(site, 'withdraw.cancel', { orderNo: 'W2611210000000000' }),
      seen: codes(CODES.NOT_FOUND, CODES.ORDER_STATE_CHANGED),
    },
    walletTypeDefault: {
      values: [1, 2],
      outcome: async (site) => (await dataOf(site, 'walletType.get', {})).type,
      seen: ['auto', 'manual'],
    },
    vipRebateSwitch: {
      values: [1, 0],
      outcome: (site) => codeOf(site, 'rebate.list', {}),
      seen: codes(0, CODES.NOT_FOUND),
    },
    activityEntrances: {
      values: [['invite'], ['wheel']],
      outcome: async (site) => [(await entrances(site)).invite, await codeOf(site, 'invite.link', {})],
      seen: [
        [true, 0],
        [false, CODES.NOT_FOUND],
      ],
    },
    inviteFriendSwitch: {
      values: [1, 0],
      outcome: async (site) => [(await entrances(site)).invite, await codeOf(site, 'invite.link', {})],
      seen: [
        [true, 0],
        [false, CODES.NOT_FOUND],
      ],
    },
    agentJoinSwitch: {
      values: [1, 0],
      outcome: async (site) => [
        (await dataOf(site, 'agent.status', {})).isOpen,
        // The member applies once only, so a later application is refused by its state.
        (await codeOf(site, 'agent.apply', { contact: 'wechat-1', channel: '朋友圈', note: '' })) === CODES.NOT_FOUND,
      ],
      seen: [
        [true, false],
        [false, true],
      ],
    },
    expertTipsSwitch: {
      values: [1, 0],
      outcome: async (site) => [
        (await entrances(site)).tips,
        await codeOf(site, 'tips.list', { pageNum: 1, state: 'open' }),
      ],
      seen: [
        [true, 0],
        [false, CODES.NOT_FOUND],
      ],
    },
    memberSleepDays: {
      values: [90, 7],
      outcome: async (site) => (await dataOf(site, 'account.sleepCheck', {})).days,
      seen: [90, 7],
    },
  }
  const keys = Object.keys(SITE_CONFIG_DEFAULTS) as readonly SpecifiedKey[]

  it('S9.14 are 35, each with an effect', () => {
    expect(Object.keys(EFFECTS)).toEqual(keys)
    expect(keys).toHaveLength(35)
    for (const currency of ['CNY', 'USDT'] as const) {
      const fixed = services.content.fixedOf(currency)
      expect(keys.filter((key) => EFFECTS[key] === 'origins').toSorted()).toEqual(fixed.toSorted())
    }
  })

  it.each(keys.filter((key) => typeof EFFECTS[key] === 'object'))(
    'S9.14 %s counts for the site of the call, with other values on two sites at once',
    async (key) => {
      const { values, outcome, seen, beside = {}, page } = EFFECTS[key] as Effect<SpecifiedKey>
      if (page !== undefined) expect(readProjectFile(page)).toContain(key)
      for (const currency of ['CNY', 'USDT'] as const) {
        const other = currency === 'CNY' ? 'USDT' : 'CNY'
        const ofOther = { ...beside, [key]: values[0] }
        const ofThis = { ...beside, [key]: values[1] }
        await configure({ CNY: {}, USDT: {}, [other]: ofOther, [currency]: ofThis })
        const before = await outcome({ currency: other, client: clients[other] })
        const after = await outcome({ currency, client: clients[currency] })
        expect([before, after], `${key} on ${currency}`).toEqual(seen)
      }
    },
  )
})

describe('The site of a call', () => {
  const configs = readConfig({ MODE: 'demo' }).siteConfigs
  const hosts = new Map([['usdt.example.com', 5015]])

  it('is the one that its headers name, in demo mode', () => {
    const siteOf = siteResolver({ siteId: 5009, siteHosts: new Map(), siteConfigs: configs }, true)
    expect(siteOf(5015)).toEqual({ siteId: 5015, site: configs.USDT })
    expect(siteOf(null)).toEqual({ siteId: 5009, site: configs.CNY })
  })

  it('is a site of this server in production: a caller cannot choose the switches of another site', () => {
    const siteOf = siteResolver({ siteId: 5017, siteHosts: new Map(), siteConfigs: configs }, false)
    expect(siteOf(5009)).toEqual({ siteId: 5017, site: configs.USDT })
    expect(siteOf(5018)).toEqual({ siteId: 5018, site: configs.USDT })
    const both = siteResolver({ siteId: 5009, siteHosts: hosts, siteConfigs: configs }, false)
    expect([both(5015).siteId, both(5017).siteId]).toEqual([5015, 5009])
  })
})
