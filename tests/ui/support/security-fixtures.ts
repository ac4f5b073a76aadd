import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import type { SecurityOverview } from '#state/session/security.ts'
import { bindingRequestAtom } from '#state/session/binding.ts'
import { securityAtom } from '#state/session/security.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { newOverview } from '../../support/security-overview.ts'
import { transport } from './fake-transport.ts'
import { NOON } from './feed-fixtures.ts'
import type { Mounted } from './mount.tsx'
import { MEMBER } from './room-fixtures.ts'

const DAY = 86_400_000

/** A member who has set only a password. */
export const NEW_MEMBER: SecurityOverview = newOverview('fan001')

/** A member who has set everything. */
export const SAFE_MEMBER: SecurityOverview = {
  name: 'fan001',
  phone: { areaCode: '86', masked: '138****5678' },
  email: 'fan****01@example.com',
  realName: '**明',
  hasWithdrawPassword: true,
  passwordChangedAt: NOON - 40 * DAY,
  passkeys: 2,
  isPasskeyRequired: true,
  idleMinutes: 30,
}

export const AVATARS = Array.from({ length: 24 }, (_, index) => ({
  id: `av-${index + 1}`,
  url: `/art/av-${index + 1}.svg`,
  isVip: index >= 20,
}))

export const MATERIAL: DataOf<'material.get'> = {
  material: {
    gender: 'male',
    birthday: '1994-05-12',
    email: '',
    qq: '',
    wechat: '',
    province: '浙江省',
    city: '',
    receiver: '',
  },
  filled: ['gender', 'birthday', 'province'],
  locked: ['birthday'],
}

export const ADDRESS = {
  id: 'a-1',
  receiver: '周舟',
  areaCode: '86',
  phone: '13812345678',
  province: '浙江省',
  city: '舟山市',
  detail: '沈家门街道滨港路 18 号 3 幢 402',
  isDefault: true,
}

/** Signs in and answers the calls of the member pages. */
export function serveMember(security: SecurityOverview = SAFE_MEMBER): void {
  transport.now = NOON
  transport.calls.length = 0
  transport.responses = {
    'security.overview': () => success(security),
    'security.history': ({ pageNum }) =>
      success({
        total: 43,
        list: [
          { id: `h-${pageNum}-1`, kind: 'login', code: null, clientType: 1, address: '203.0.113.7', at: NOON - 60_000 },
          {
            id: `h-${pageNum}-2`,
            kind: 'login-failed',
            code: 10102,
            clientType: 2,
            address: '198.51.100.23',
            at: NOON - 3_600_000,
          },
          {
            id: `h-${pageNum}-3`,
            kind: 'password-changed',
            code: null,
            clientType: 1,
            address: '203.0.113.7',
            at: NOON - 2 * DAY,
          },
          {
            id: `h-${pageNum}-4`,
            kind: 'moon-landed',
            code: null,
            clientType: 3,
            address: '203.0.113.9',
            at: NOON - 9 * DAY,
          },
        ],
      }),
    'device.list': () =>
      success({
        list: [
          {
            id: 'd-1',
            clientType: 1,
            device: 'Chrome · Windows',
            address: '203.0.113.7',
            signedInAt: NOON - 7_200_000,
            lastSeenAt: NOON,
            isThis: true,
          },
          {
            id: 'd-2',
            clientType: 2,
            device: '',
            address: '198.51.100.23',
            signedInAt: NOON - DAY,
            lastSeenAt: NOON - 600_000,
            isThis: false,
          },
        ],
      }),
    'passkey.list': () =>
      success({
        list: [
          { id: 'p-1', label: '书房的电脑', createdAt: NOON - 30 * DAY, usedAt: NOON - DAY },
          { id: 'p-2', label: '我的手机', createdAt: NOON - 10 * DAY, usedAt: null },
        ],
      }),
    'registration.sendCode': () => success({ sentAt: transport.now, interval: 60 }),
    'avatar.list': () => success({ list: AVATARS }),
    'nickname.check': ({ nickname }) =>
      success({
        isAllowed: nickname !== '违禁昵称',
        problem: nickname === '违禁昵称' ? '昵称包含不允许的词' : null,
        nextChangeAt: null,
      }),
    'material.get': () => success(MATERIAL),
    'address.list': () =>
      success({
        list: [
          ADDRESS,
          { ...ADDRESS, id: 'a-2', receiver: '林一帆', city: '杭州市', detail: '西湖区文三路 90 号', isDefault: false },
        ],
        max: 5,
      }),
    'bind.steps': () =>
      success({
        userRealNameBind: true,
        userInfoBind: true,
        selectRealName: false,
        selectUSDT: false,
        holders: ['**明', '*芳'],
        chains: ['TRC20', 'ERC20'],
        needsWithdrawPassword: false,
      }),
  }
  store.set(bindingRequestAtom, null)
  store.set(securityAtom, { userId: null, data: null, failure: null, isLoading: false })
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 3_600_000 })
}

/** Serves a member on a desktop before each test, and removes the screen after it. */
export function eachOnMemberScreen(screen: () => Mounted): void {
  beforeEach(async () => {
    await page.viewport(1280, 800)
    serveMember()
  })
  afterEach(() => {
    screen().unmount()
    transport.responses = {}
    store.set(sessionAtom, null)
  })
}
