import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { InviteCodes } from '#protocol/rules/member/invite.ts'
import type { Database } from '../database/database.ts'
import { isUniqueViolation } from '../database/errors.ts'
import { member } from '../database/schema/member.ts'

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const I_CODE_LENGTH = 8
const R_CODE_LENGTH = 6
/** Codes have 40 bits: with a million members a collision is rare, so a second try is enough. */
const TRIES = 4

type CodeColumn = 'inviteCode' | 'referralCode'

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
    const iCode = await this.#codeOf(memberId, 'inviteCode', (attempt) =>
      lettersOf(`invite ${attempt} ${memberId}`, I_CODE_LENGTH),
    )
    if (iCode === null) return null
    const rCode = await this.#codeOf(memberId, 'referralCode', (attempt) =>
      attempt === 0 ? referralCode(memberId) : lettersOf(`referral ${attempt} ${memberId}`, R_CODE_LENGTH),
    )
    return rCode === null ? null : { iCode, rCode }
  }

  async #codeOf(memberId: string, column: CodeColumn, generated: (attempt: number) => string): Promise<string | null> {
    let code = await this.#stored(memberId, column)
    for (let attempt = 0; code === null && attempt < TRIES; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the next code only if this one is taken
      if (await this.#take(memberId, column, generated(attempt))) code = await this.#stored(memberId, column)
    }
    if (code === null) throw new Error('all generated codes are in use')
    return code ?? null
  }

  /** Internal id of the member whose codes these are, or null. An empty code is not compared. */
  async ownerOf({ iCode, rCode }: InviteCodes): Promise<string | null> {
    if (iCode === '' && rCode === '') return null
    const named = iCode === '' ? eq(member.referralCode, rCode) : eq(member.inviteCode, iCode)
    const [row] = await this.#database.db
      .select({ id: member.id, referral: member.referralCode })
      .from(member)
      .where(named)
    // Codes of links from before they were stored have the first form.
    const isSame = rCode === '' || rCode === row?.referral || (row !== undefined && rCode === referralCode(row.id))
    return row && isSame ? row.id : null
  }

  /** The code in the member's row: null without one, undefined for an unknown member. */
  async #stored(memberId: string, column: CodeColumn): Promise<string | null | undefined> {
    const [row] = await this.#database.db.select({ code: member[column] }).from(member).where(eq(member.id, memberId))
    return row?.code
  }

  /** Stores a code in a row without one. Returns false if another member has this code. */
  async #take(memberId: string, column: CodeColumn, code: string): Promise<boolean> {
    try {
      await this.#database.db
        .update(member)
        .set({ [column]: code })
        .where(and(eq(member.id, memberId), isNull(member[column])))
      return true
    } catch (error) {
      if (isUniqueViolation(error)) return false
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
