import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { areaCode, Member, nothing, oneTimeCode, phone, text } from '../shapes.ts'

const SignIn = z.strictObject({
  /** Only if the site requires geetest (`geetestSwitch`), Annex C.2. */
  geetest_challenge: z.optional(text(64)),
  geetest_validate: z.optional(text(128)),
  geetest_seccode: z.optional(text(160)),
  name: text(32),
  /** Always empty: the password is encoded in `timewd`. */
  password: z.literal(''),
  /** 1 = password, 2 = code of a text message: `name` and `timewd` are empty. */
  flag: z.union([z.literal(1), z.literal(2)]),
  areaCode: z.optional(areaCode),
  phone: z.optional(phone),
  code: z.optional(oneTimeCode),
  version: text(32),
  /** base64url( iv 16 | AES-256-CBC(`password|serverTimeMs`) ) with the session's wd key. Valid for 5 minutes. */
  timewd: text(512),
  /** md5(md5(password) + lower(name)), hexadecimal; empty without a password. Migrates accounts of an older system. */
  oldPassword: text(64),
})

/** Response of every sign-in and of a registration. */
export const SignedIn = z.object({
  token: text(256),
  /** Epoch milliseconds: the next 21:00 in Shanghai. */
  expireAt: z.int(),
  member: Member,
  lastSession: z.nullable(z.object({ time: z.int(), ip: text(64), device: text(64) })),
})

export const authEndpoints = {
  'auth.login': endpoint({
    path: '/api/lg/v5/login',
    secret: true,
    passwordFields: ['timewd'],
    summary: 'Sign-in by password or by the code of a text message (S7.43, S3.1).',
    request: SignIn,
    data: SignedIn,
  }),
  'auth.loginV3': endpoint({
    path: '/api/site/group/account/memberLogin/v3/login',
    secret: true,
    passwordFields: ['timewd'],
    summary: 'The same on its older path, selected by the configuration `loginApi` (S7.42).',
    request: SignIn,
    data: SignedIn,
  }),
  'auth.loginVe4': endpoint({
    path: '/api/lg/ve4/{hash}',
    secret: true,
    passwordFields: ['timewd'],
    summary: 'The same on a path of the account, selected by the configuration `loginApi` (S7.44).',
    /** `hash`: the first 16 hexadecimal digits of sha256(lower(name) + siteId). */
    request: z.extend(SignIn, { hash: z.string().check(z.regex(/^[0-9a-f]{16}$/)) }),
    data: SignedIn,
  }),
  'auth.webLogin': endpoint({
    path: '/member/v1/web_login',
    encoding: 'form',
    secret: true,
    passwordFields: ['timewd'],
    summary: 'Sign-in by password, form-encoded, for older clients (S7.2, S7.54).',
    request: SignIn,
    data: SignedIn,
  }),
  'auth.logout': endpoint({
    path: '/api/site/group/account/member/v1/logout',
    access: 'member',
    summary: 'Ends this session. Its sockets close within two seconds (S7.49).',
    request: nothing,
    data: nothing,
  }),
  'auth.session': endpoint({
    path: '/api/site/group/member/info/v1/get',
    access: 'member',
    readOnly: true,
    summary: 'The signed-in member (S7.78).',
    request: nothing,
    data: z.object({ member: Member, expireAt: z.int() }),
  }),
} as const
