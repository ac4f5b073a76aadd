/** An invite or referral code in Crockford's base 32. */
const CODE = /^[0-9a-hjkmnp-tv-z]{6,16}$/

/** Codes of an invitation (S1.21, Annex F). One of them can be empty: a link or a registration may have only one. */
export interface InviteCodes {
  readonly iCode: string
  readonly rCode: string
}

/** Reads the codes of a landing page's query, ignoring case. Returns null without a valid code. */
export function readInvite(query: string): InviteCodes | null {
  const code = (name: string): string => {
    const [, value = ''] = new RegExp(`[?&]${name}=([^&#]*)`).exec(query) ?? []
    return CODE.test(value.toLowerCase()) ? value.toLowerCase() : ''
  }
  const codes = { iCode: code('i_code'), rCode: code('r_code') }
  return codes.iCode === '' && codes.rCode === '' ? null : codes
}

/** Adds an invitation to a path: `/app/home?i_code=…&r_code=…`. */
export function invitePath(path: string, { iCode, rCode }: InviteCodes): string {
  const codes = [...(iCode === '' ? [] : [`i_code=${iCode}`]), ...(rCode === '' ? [] : [`r_code=${rCode}`])]
  return `${path}${path.includes('?') ? '&' : '?'}${codes.join('&')}`
}
