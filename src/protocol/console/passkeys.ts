import { OPERATOR_PASSWORD_MAX, OPERATOR_ROLES, PASSKEY_LABEL_MAX } from './constants.ts'
import * as z from 'zod/mini'
import { nothing, shownText, text, WebAuthnJson } from '../endpoints/shapes.ts'
import { consoleAction } from './action.ts'

const passkeyId = text(1024)
const label = shownText(1, PASSKEY_LABEL_MAX)
const Options = z.object({ options: WebAuthnJson })

/** Passkeys as second factor of operators. Each belongs to the operator of the session. */
export const passkeyActions = {
  /** Oldest first. Times are epoch milliseconds. */
  'passkey.list': consoleAction({
    access: OPERATOR_ROLES,
    readOnly: true,
    request: nothing,
    data: z.object({
      list: z.array(z.object({ id: passkeyId, label: text(64), createdAt: z.int(), usedAt: z.nullable(z.int()) })),
      /** True if the operator also has an authenticator. Otherwise the last passkey cannot be removed. */
      hasTotp: z.boolean(),
    }),
  }),
  /**
   * Options for `navigator.credentials.create`. During a sign-in without a second factor the password was just accepted;
   * a session that is open has to repeat it.
   */
  'passkey.addOptions': consoleAction({
    access: 'pending',
    readOnly: true,
    request: z.strictObject({ password: z.optional(text(OPERATOR_PASSWORD_MAX)) }),
    data: Options,
  }),
  /** Stores the new passkey. As first second factor it completes the sign-in and returns the recovery codes, once. */
  'passkey.add': consoleAction({
    access: 'pending',
    request: z.strictObject({ label, response: WebAuthnJson }),
    data: z.object({ recoveryCodes: z.array(text(32)) }),
  }),
  'passkey.rename': consoleAction({
    access: OPERATOR_ROLES,
    request: z.strictObject({ id: passkeyId, label }),
    data: nothing,
  }),
  /** Needs the password. Refused with LIMIT_EXCEEDED if no second factor would be left. */
  'passkey.remove': consoleAction({
    access: OPERATOR_ROLES,
    request: z.strictObject({ id: passkeyId, password: text(OPERATOR_PASSWORD_MAX) }),
    data: nothing,
  }),
  /** Options for `navigator.credentials.get`: the second step of a sign-in. */
  'passkey.verifyOptions': consoleAction({ access: 'pending', readOnly: true, request: nothing, data: Options }),
  /** Completes a sign-in with a passkey. */
  'passkey.verify': consoleAction({
    access: 'pending',
    request: z.strictObject({ response: WebAuthnJson }),
    data: z.object({ state: z.literal('open') }),
  }),
} as const
