import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { InviteCodes } from '#protocol/rules/member/invite.ts'
import type { Database } from '../database/database.ts'
import { sqlStateOf } from '../database/errors.ts'
import { member } from '../database/schema/member.ts'

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const I_CODE_LENGTH = 8
const R_CODE_LENGTH = 6
/** Codes have 40 bits: with a million members a collision is rare, so a second try is enough. */
const TRIES = 4
const UNIQUE_VIOLATION = '23505'

/**
 * Invite codes (Annex D.8), derived from the internal id, which never leaves the server and has 74 random bits. The
 * code is stored in the member's row, where it is unique.
 */
export class InviteCodeRepository {
  readonly #database: Pick<Database, 'db'>

  constructor(database: Pick<Database, 'db'>) {
    this.#database = database
  }

  /** The constant codes of a member, which reveal nothing about the member. Null for an unknown member. */
  async of(memberId: string): Promise<InviteCodes | null> {
    let iCode = await this.#stored(memberId)
    for (let attempt = 0; iCode === null && attempt < TRIES; attempt += 1) {
      if (await this.#take(memberId, lettersOf(`invite ${attempt} ${memberId}`, I_CODE_LENGTH)))
        iCode = await this.#stored(memberId)
    }
    if (iCode === undefined) return null
    if (iCode === null) throw new Error('all generated invite codes are in use')
    return { iCode, rCode: referralCode(memberId) }
  }

  /** Internal id of the member whose codes these are, or null. An empty referral code is not compared. */
  async ownerOf({ iCode, rCode }: InviteCodes): Promise<string | null> {
    const [row] = await this.#database.db.select({ id: member.id }).from(member).where(eq(member.inviteCode, iCode))
    return row && (rCode === '' || rCode === referralCode(row.id)) ? row.id : null
  }

  /** The code in the member's row: null without one, undefined for an unknown member. */
  async #stored(memberId: string): Promise<string | null | undefined> {
    const [row] = await this.#database.db
      .select({ code: member.inviteCode })
      .from(member)
      .where(eq(member.id, memberId))
    return row?.code
  }

  /** Stores a code in a row without one. Returns false if another member has this code. */
  async #take(memberId: string, code: string): Promise<boolean> {
    try {
      await this.#database.db
        .update(member)
        .set({ inviteCode: code })
        .where(and(eq(member.id, memberId), isNull(member.inviteCode)))
      return true
    } catch (error) {
      if (sqlStateOf(error) === UNIQUE_VIOLATION) return false
      throw error
    }
  }
}

function referralCode(memberId: string): string {
  return lettersOf(`referral ${memberId}`, R_CODE_LENGTH)
}

function lettersOf(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest()
  return Array.from(bytes.subarray(0, length), (byte) => LETTERS[byte & 31]).join('')
}
