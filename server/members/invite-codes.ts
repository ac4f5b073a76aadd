import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { InviteCodes } from '#protocol/rules/invite.ts'
import type { Store } from '../database/database.ts'
import { sqlStateOf } from '../database/errors.ts'
import { member } from '../database/schema/member.ts'

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const I_CODE_LENGTH = 8
const R_CODE_LENGTH = 6
/** Forty bits: two of a million members take one code once in two such sites, so a second try is enough and four are plenty. */
const TRIES = 4
const UNIQUE_VIOLATION = '23505'

export interface InviteCodeHome {
  /** The codes of a member: the same for ever, and nothing about the member can be read from them. Null for nobody. */
  of(memberId: string): Promise<InviteCodes | null>
}

/**
 * Invite codes (Annex D.8). They follow from the internal id, which never leaves the server and holds 74 random bits;
 * the invite code is written to the member's row, where it is unique.
 */
export function createInviteCodes({ db }: Pick<Store, 'db'>): InviteCodeHome {
  async function known(memberId: string): Promise<string | null | undefined> {
    const [row] = await db.select({ code: member.inviteCode }).from(member).where(eq(member.id, memberId))
    return row?.code
  }

  /** Writes a code to a row that has none; false when another member has this very code. */
  async function take(memberId: string, code: string): Promise<boolean> {
    try {
      await db
        .update(member)
        .set({ inviteCode: code })
        .where(and(eq(member.id, memberId), isNull(member.inviteCode)))
      return true
    } catch (error) {
      if (sqlStateOf(error) === UNIQUE_VIOLATION) return false
      throw error
    }
  }

  return {
    async of(memberId) {
      let iCode = await known(memberId)
      for (let attempt = 0; iCode === null && attempt < TRIES; attempt += 1) {
        if (await take(memberId, lettersOf(`invite ${attempt} ${memberId}`, I_CODE_LENGTH)))
          iCode = await known(memberId)
      }
      if (iCode === undefined) return null
      if (iCode === null) throw new Error('every invite code of a member was taken')
      return { iCode, rCode: lettersOf(`referral ${memberId}`, R_CODE_LENGTH) }
    },
  }
}

function lettersOf(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest()
  return Array.from(bytes.subarray(0, length), (byte) => LETTERS[byte & 31]).join('')
}
