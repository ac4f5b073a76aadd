/** An invite or a referral code: letters of Crockford's base 32, which nobody mistakes for one another. */
const CODE = /^[0-9a-hjkmnp-tv-z]{6,16}$/

/** What an invitation carries (S1.21, Annex F): whose it is, and a mark that belongs to it. */
export interface InviteCodes {
  readonly iCode: string
  /** Empty in a link that carries the first alone. */
  readonly rCode: string
}

/** The codes in the query of a landing page, in any case of letters; null without a valid invite code. */
export function readInvite(query: string): InviteCodes | null {
  const code = (name: string): string => {
    const [, value = ''] = new RegExp(`[?&]${name}=([^&#]*)`).exec(query) ?? []
    return CODE.test(value.toLowerCase()) ? value.toLowerCase() : ''
  }
  const iCode = code('i_code')
  return iCode === '' ? null : { iCode, rCode: code('r_code') }
}

/** A path of this site that carries an invitation: `/app/home?i_code=…&r_code=…`. */
export function invitePath(path: string, { iCode, rCode }: InviteCodes): string {
  const codes = [`i_code=${iCode}`, ...(rCode === '' ? [] : [`r_code=${rCode}`])].join('&')
  return `${path}${path.includes('?') ? '&' : '?'}${codes}`
}
