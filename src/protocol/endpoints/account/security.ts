import * as z from 'zod/mini'
import { SignedIn } from '../auth/auth.ts'
import { endpoint } from '../endpoint.ts'
import { areaCode, count, email, nothing, oneTimeCode, pageNum, phone, text, ticket, WebAuthnJson } from '../shapes.ts'

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
const password = text(512)
/** Six digits (S5.17), encoded like a password. */
const withdrawPassword = text(512)

/** A signature for the options of a ticket. */
const passkeySignature = z.strictObject({ ticket, response: WebAuthnJson })
/** Proves again who calls: the password, or a signature for `passkey.confirmOptions`. One of both is required. */
const proof = { password: z.optional(password), passkey: z.optional(passkeySignature) }

/** Sign-in security of a member (Annex D.2, D.5). All but the sign-in with a passkey need a session. */
export const securityEndpoints = {
  'security.overview': endpoint({
    path: '/api/site/group/member/security/v1/get',
    access: 'member',
    readOnly: true,
    summary: 'State of the security centre. Phone, email and real name are masked (S5.23).',
    request: nothing,
    data: z.object({
      name: text(32),
      phone: z.nullable(z.object({ areaCode, masked: text(20) })),
      email: z.nullable(text(64)),
      realName: z.nullable(text(48)),
      hasWithdrawPassword: z.boolean(),
      /** Epoch milliseconds; null if the password was never changed. */
      passwordChangedAt: z.nullable(z.int()),
      passkeys: count,
      /** Sign-in by password also needs a passkey. */
      isPasskeyRequired: z.boolean(),
      /** Minutes without input until the sign-out; 0 = never (S7.50). */
      idleMinutes: count,
    }),
  }),
  'security.history': endpoint({
    path: '/api/site/group/member/security/v1/history',
    access: 'member',
    readOnly: true,
    summary: 'Sign-ins, refused sign-ins and security changes of the last 180 days, newest first.',
    request: z.strictObject({ pageNum }),
    data: z.object({
      total: count,
      list: z.array(
        z.object({
          id,
          kind: text(32),
          code: z.nullable(z.int()),
          clientType: z.int(),
          address: text(64),
          at: z.int(),
        }),
      ),
    }),
  }),
  'password.update': endpoint({
    path: '/api/site/group/member/password/v1/update',
    access: 'member',
    secret: true,
    passwordFields: ['oldPassword', 'newPassword'],
    summary: 'Changes the password and ends all other sessions (S4.15).',
    request: z.strictObject({ oldPassword: password, newPassword: password }),
    data: nothing,
  }),
  'bind.phone': endpoint({
    path: '/api/site/group/member/bind/v1/bindPhone',
    access: 'member',
    secret: true,
    passwordFields: ['password'],
    summary: 'Binds a phone, or replaces it. Needs a code of the phone, and the password or a passkey (S7.48).',
    request: z.strictObject({ areaCode, phone, code: oneTimeCode, ...proof }),
    data: nothing,
  }),
  'bind.email': endpoint({
    path: '/api/site/group/member/bind/v1/bindEmail',
    access: 'member',
    secret: true,
    passwordFields: ['password'],
    summary: 'Binds an address, or replaces it. Needs a code of the address, and the password or a passkey.',
    request: z.strictObject({ email, code: oneTimeCode, ...proof }),
    data: nothing,
  }),
  'bind.realName': endpoint({
    path: '/api/site/group/member/bind/v1/bindRealName',
    access: 'member',
    summary: 'Sets the real name, once (S3.33, S5.7-S5.14).',
    request: z.strictObject({ realName: text(48) }),
    data: nothing,
  }),
  'bind.steps': endpoint({
    path: '/api/site/group/member/bind/v1/steps',
    access: 'member',
    readOnly: true,
    summary: 'Binding steps that are done (S3.33).',
    request: nothing,
    data: z.object({
      userRealNameBind: z.boolean(),
      userInfoBind: z.boolean(),
      selectRealName: z.boolean(),
      selectUSDT: z.boolean(),
      /** Names that the third step offers as account holder. Masked except for the last character. */
      holders: z.array(text(48)),
      /** Chains that the fourth step offers. */
      chains: z.array(text(16)),
      /** The fourth step asks for the withdrawal password. */
      needsWithdrawPassword: z.boolean(),
    }),
  }),
  'bind.selectHolder': endpoint({
    path: '/api/site/group/member/bind/v1/selectRealName',
    access: 'member',
    summary: 'Chooses the account holder by its place in `holders` of `bind.steps` (S3.33).',
    request: z.strictObject({ holder: count }),
    data: nothing,
  }),
  'bind.selectUsdt': endpoint({
    path: '/api/site/group/member/bind/v1/selectUSDT',
    access: 'member',
    secret: true,
    passwordFields: ['withdrawPwd'],
    summary:
      'Chooses the USDT chain and address (S3.33, S5.27). Needs the withdrawal password if the member has one. The last four ' +
      'characters leave the server.',
    request: z.strictObject({ chain: text(16), address: text(64), withdrawPwd: z.optional(withdrawPassword) }),
    data: z.object({ masked: text(16) }),
  }),
  'withdrawPassword.set': endpoint({
    path: '/api/site/group/member/withdrawPwd/v1/set',
    access: 'member',
    secret: true,
    passwordFields: ['pwd'],
    summary: 'Sets the withdrawal password with a code of the bound phone (S5.17).',
    request: z.strictObject({ pwd: withdrawPassword, code: oneTimeCode }),
    data: nothing,
  }),
  'withdrawPassword.reset': endpoint({
    path: '/api/site/group/member/withdrawPwd/v1/reset',
    access: 'member',
    secret: true,
    passwordFields: ['pwd'],
    summary: 'Replaces a forgotten withdrawal password with a code of the bound phone.',
    request: z.strictObject({ pwd: withdrawPassword, code: oneTimeCode }),
    data: nothing,
  }),
  'withdrawPassword.update': endpoint({
    path: '/api/site/group/member/withdrawPwd/v1/update',
    access: 'member',
    secret: true,
    passwordFields: ['oldPwd', 'newPwd'],
    summary: 'Changes the withdrawal password.',
    request: z.strictObject({ oldPwd: withdrawPassword, newPwd: withdrawPassword }),
    data: nothing,
  }),
  'security.logoutSetup': endpoint({
    path: '/api/site/group/account/member/v1/logoutSetup',
    access: 'member',
    summary: 'Sets the idle sign-out and ends other sessions if requested (S7.50).',
    request: z.strictObject({ idleMinutes: z.int().check(z.minimum(0), z.maximum(240)), logoutOthers: z.boolean() }),
    data: nothing,
  }),
  'security.notice': endpoint({
    path: '/api/site/group/member/securityNotice/v1/get',
    access: 'member',
    readOnly: true,
    summary:
      'The oldest security notice that was not acknowledged: another device changed password, phone or passkey (S7.51).',
    request: nothing,
    data: z.object({ notice: z.nullable(z.object({ id, kind: text(32), address: text(64), at: z.int() })) }),
  }),
  'security.acknowledge': endpoint({
    path: '/api/site/group/member/securityNotice/v1/acknowledge',
    access: 'member',
    summary: 'Acknowledges a security notice (S7.51).',
    request: z.strictObject({ id }),
    data: nothing,
  }),
  'passkey.list': endpoint({
    path: '/api/site/group/member/passkey/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Passkeys of this member. Times are epoch milliseconds.',
    request: nothing,
    data: z.object({
      list: z.array(z.object({ id: text(512), label: text(64), createdAt: z.int(), usedAt: z.nullable(z.int()) })),
    }),
  }),
  'passkey.registerOptions': endpoint({
    path: '/api/site/group/member/passkey/v1/registerOptions',
    access: 'member',
    secret: true,
    passwordFields: ['password'],
    summary: 'Options for `navigator.credentials.create`. Needs the password or a passkey.',
    request: z.strictObject(proof),
    data: z.object({ options: WebAuthnJson }),
  }),
  'passkey.register': endpoint({
    path: '/api/site/group/member/passkey/v1/register',
    access: 'member',
    secret: true,
    summary: 'Stores the new passkey.',
    request: z.strictObject({ label: text(64), response: WebAuthnJson }),
    data: nothing,
  }),
  'passkey.confirmOptions': endpoint({
    path: '/api/site/group/member/passkey/v1/confirmOptions',
    access: 'member',
    secret: true,
    summary: 'Options for `navigator.credentials.get`, whose signature replaces the password in calls that ask for it.',
    request: nothing,
    data: z.object({ ticket, options: WebAuthnJson }),
  }),
  'passkey.remove': endpoint({
    path: '/api/site/group/member/passkey/v1/remove',
    access: 'member',
    secret: true,
    passwordFields: ['password'],
    summary:
      'Removes a passkey and ends all other sessions. Needs the password or a passkey. Removing the last one ends the ' +
      'requirement of a passkey.',
    request: z.strictObject({ id: text(512), ...proof }),
    data: nothing,
  }),
  'passkey.setRequired': endpoint({
    path: '/api/site/group/member/passkey/v1/setRequired',
    access: 'member',
    secret: true,
    passwordFields: ['password'],
    summary:
      'Whether a sign-in by password also needs a passkey (second factor). Needs the password or a passkey. Ending the ' +
      'requirement ends all other sessions.',
    request: z.strictObject({ isRequired: z.boolean(), ...proof }),
    data: nothing,
  }),
  'passkey.signInOptions': endpoint({
    path: '/api/lg/v5/passkeyOptions',
    secret: true,
    summary: 'Options for `navigator.credentials.get`: a sign-in without a password.',
    request: nothing,
    data: z.object({ ticket, options: WebAuthnJson }),
  }),
  'passkey.signIn': endpoint({
    path: '/api/lg/v5/passkeyLogin',
    secret: true,
    summary: 'Signs in with a passkey, or completes a sign-in that answered NEED_PASSKEY with its ticket.',
    request: passkeySignature,
    data: SignedIn,
  }),
} as const
