import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { invitePath } from '#protocol/rules/member/invite.ts'
import { offersInvite } from '#protocol/rules/site-offers.ts'
import type { Handlers } from '../../http/context.ts'
import { InviteCodeRepository } from '../../members/invite-codes.ts'
import type { Database } from '../../database/database.ts'

/** Invite-friend (S1.21): each member has one invitation. */
export function inviteCalls({ database }: { readonly database: Pick<Database, 'db'> }): Pick<Handlers, 'invite.link'> {
  const codes = new InviteCodeRepository(database)
  return {
    'invite.link': async (_params, { session, site }) => {
      if (!offersInvite(site)) return failureOf(CODES.NOT_FOUND)
      const own = await codes.of(session.memberId)
      if (!own) return failureOf(CODES.NEED_LOGIN)
      return success({ url: invitePath(DEFAULT_AFTER_SIGN_IN, own), i_code: own.iCode, r_code: own.rCode })
    },
  }
}
