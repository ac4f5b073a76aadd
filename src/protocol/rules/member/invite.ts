/** An invite or referral code in Crockford's base 32. */
const CODE = /^[0-9a-hjkmnp-tv-z]{6,16}$/

/** Codes of an invitation (S1.21, Annex F). */
export interface InviteCodes {
  readonly iCode: string
  /** Empty if the link has only an invite code. */
  readonly rCode: string
}

/** Reads the codes of a landing page's query, ignoring case. Returns null without a valid invite code. */
export function readInvite(query: string): InviteCodes | null {
  const code = (name: string): string => {
    const [, value = ''] = new RegExp(`[?&]${name}=([^&#]*)`).exec(query) ?? []
    return CODE.test(value.toLowerCase()) ? value.toLowerCase() : ''
  }
  const iCode = code('i_code')
  return iCode === '' ? null : { iCode, rCode: code('r_code') }
}

/** Adds an invitation to a path: `/app/home?i_code=…&r_code=…`. */
export function invitePath(path: string, { iCode, rCode }: InviteCodes): string {
  const codes = [`i_code=${iCode}`, ...(rCode === '' ? [] : [`r_code=${rCode}`])].join('&')
  return `${path}${path.includes('?') ? '&' : '?'}${codes}`
}
