import { CONSOLE_TIME_ZONES, FACTOR_CODE, OPERATOR_PASSWORD_MAX, OPERATOR_PASSWORD_MIN } from './constants.ts'
import { OPERATOR_ROLES, TOTP_CODE } from './constants.ts'
import * as z from 'zod/mini'
import { nothing, shownText, text } from '../endpoints/shapes.ts'
import { consoleAction, operatorRole } from './action.ts'

/** Token of a set-up link or an invitation. The page reads it from the fragment, which browsers do not send. */
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
/** Sign-in name of an operator, lower case. */
export const operatorName = z.string().check(z.regex(/^[a-z][a-z0-9._-]{2,31}$/))

const newPassword = z.string().check(z.minLength(OPERATOR_PASSWORD_MIN), z.maxLength(OPERATOR_PASSWORD_MAX))
/** Six digits of the authenticator. */
const totpCode = z.string().check(z.regex(TOTP_CODE))

/** What the operator chooses at set-up. */
export const SiteSettings = z.strictObject({
  siteName: shownText(1, 32),
  /** 5001 to 5028 (Annex B). SITE_ID of the environment has priority; a stored one applies from the next start. */
  siteId: z.int().check(z.minimum(5001), z.maximum(5028)),
  timeZone: z.enum(CONSOLE_TIME_ZONES),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** Progress of a sign-in: no session, second factor to be set up, second factor to be entered, signed in. */
const signInState = z.enum(['none', 'enrol', 'verify', 'open'])

const Session = z.object({
  state: signInState,
  /** Null without a session. */
  operator: z.nullable(z.object({ id: z.uuid(), name: text(32), role: operatorRole })),
  /** Names of the actions that the operator may call. */
  actions: z.array(text(64)),
  site: SiteSettings,
  /** Second factors of the operator. */
  factors: z.object({ hasTotp: z.boolean(), passkeys: z.int() }),
  /** Unused recovery codes. */
  recoveryCodesLeft: z.int(),
})
export type ConsoleSession = z.infer<typeof Session>

const SignedIn = z.object({ state: signInState })
const RecoveryCodes = z.object({ recoveryCodes: z.array(text(32)) })

/** Set-up, invitations, sign-in and second factor by TOTP. */
export const accessActions = {
  /** State of a set-up link. Refused with LINK_USED, LINK_EXPIRED or NOT_FOUND. */
  'setup.check': consoleAction({
    access: 'public',
    readOnly: true,
    request: z.strictObject({ token: linkToken }),
    data: z.object({ expiresAt: z.int(), site: SiteSettings }),
  }),
  /** Creates the first operator and signs in. */
  'setup.complete': consoleAction({
    access: 'public',
    request: z.strictObject({ token: linkToken, name: operatorName, password: newPassword, site: SiteSettings }),
    data: SignedIn,
  }),
  'invitation.check': consoleAction({
    access: 'public',
    readOnly: true,
    request: z.strictObject({ token: linkToken }),
    data: z.object({ expiresAt: z.int(), name: text(32), role: operatorRole }),
  }),
  /** Sets the password of an invited operator and signs in. */
  'invitation.accept': consoleAction({
    access: 'public',
    request: z.strictObject({ token: linkToken, password: newPassword }),
    data: SignedIn,
  }),
  /** Checks name and password. The session is usable after the second factor. */
  'session.signIn': consoleAction({
    access: 'public',
    request: z.strictObject({ name: text(64), password: text(OPERATOR_PASSWORD_MAX) }),
    data: SignedIn,
  }),
  'session.get': consoleAction({ access: 'public', readOnly: true, request: nothing, data: Session }),
  'session.signOut': consoleAction({ access: 'pending', request: nothing, data: nothing }),
  /** Creates the secret of a new second factor. It is valid after `factor.confirm`. */
  'factor.enrol': consoleAction({
    access: 'pending',
    readOnly: true,
    request: nothing,
    data: z.object({ secret: text(64), uri: text(512) }),
  }),
  /** Confirms the new second factor with its first code. Returns the recovery codes, once. */
  'factor.confirm': consoleAction({
    access: 'pending',
    request: z.strictObject({ code: totpCode }),
    data: RecoveryCodes,
  }),
  /** Completes a sign-in with a code of the authenticator or a recovery code. */
  'factor.verify': consoleAction({
    access: 'pending',
    request: z.strictObject({ code: z.string().check(z.regex(FACTOR_CODE)) }),
    data: SignedIn,
  }),
  /** Replaces the recovery codes. */
  'factor.renewCodes': consoleAction({ access: OPERATOR_ROLES, request: nothing, data: RecoveryCodes }),
} as const
