import type { Screen } from './screen.ts'
import { press } from './screen.ts'

const PART = '/app/security/:part'
const part = (name: string) => ({ route: PART, address: `/app/security/${name}`, isMember: true })

/** Security centre and profile. */
export const MEMBER_SCREENS: readonly Screen[] = [
  { name: 'security', route: '/app/security', shows: 'a[href="/app/security/password"]', isMember: true },
  {
    name: 'security-binding',
    route: '/app/security',
    shows: 'a[href="/app/security/password"]',
    act: press('button', /^(去填写|查看)$/),
    layer: '[role="dialog"]',
    isMember: true,
  },
  { name: 'security-password', ...part('password'), shows: 'input[name="newPassword"]' },
  {
    name: 'security-password-refused',
    ...part('password'),
    shows: 'input[name="newPassword"]',
    act: press('button', '修改密码'),
  },
  { name: 'security-phone', ...part('phone'), shows: 'input[name="phone"]' },
  { name: 'security-email', ...part('email'), shows: 'input[name="email"]' },
  { name: 'security-withdraw', ...part('withdraw'), shows: 'input[name="pwd"], a:has-text("去绑定手机号")' },
  { name: 'security-passkeys', ...part('passkeys'), shows: 'button:has-text("添加通行密钥")' },
  {
    name: 'security-passkey-add',
    ...part('passkeys'),
    shows: 'button:has-text("添加通行密钥")',
    act: press('button', '添加通行密钥'),
    layer: '[role="dialog"]',
  },
  { name: 'security-devices', ...part('devices'), shows: 'main ul li:has-text("本设备")' },
  { name: 'security-idle', ...part('idle'), shows: 'input[type="radio"]' },
  { name: 'security-history', ...part('history'), shows: 'main [aria-busy] li' },
  { name: 'vip', route: '/app/vip', shows: 'main table' },
  { name: 'vip-member', route: '/app/vip', shows: 'main progress', isMember: true },
  { name: 'rebate', route: '/app/rebate', shows: 'main h2', isMember: true },
  { name: 'welfare', route: '/app/welfare', shows: 'main h2', isMember: true },
  { name: 'agent', route: '/app/agent', shows: 'main h2' },
  { name: 'agent-member', route: '/app/agent', shows: 'textarea', isMember: true },
  { name: 'feedback', route: '/app/feedback', shows: 'textarea', isMember: true },
  {
    name: 'feedback-refused',
    route: '/app/feedback',
    shows: 'textarea',
    act: press('button', '提交'),
    isMember: true,
  },
  {
    name: 'feedback-missing',
    route: '/app/feedback/:id',
    address: '/app/feedback/0192aaaa-0000-7000-8000-000000000000',
    shows: 'h1',
    isMember: true,
  },
  { name: 'points', route: '/app/points', shows: '[data-points]', isMember: true },
  {
    name: 'points-lottery',
    route: '/app/points',
    address: '/app/points?tab=lottery',
    shows: 'main table',
    isMember: true,
  },
  {
    name: 'points-records',
    route: '/app/points',
    address: '/app/points?tab=records',
    shows: 'main [role="tabpanel"] h2',
    isMember: true,
  },
  { name: 'profile', route: '/app/profile', shows: 'input[name="nickname"]', isMember: true },
  {
    name: 'profile-address',
    route: '/app/profile',
    shows: 'button:has-text("添加地址")',
    act: press('button', '添加地址'),
    layer: '[role="dialog"]',
    isMember: true,
  },
]
