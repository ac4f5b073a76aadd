import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { REFUSED_NICKNAME } from '#protocol/rules/member/official-names.ts'
import { nicknameProblem } from '#protocol/rules/member/person.ts'
import { NICKNAME_CHANGE_DAYS } from '#protocol/rules/member/profile.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { Database } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { createTermFilter, DEFAULT_TERMS, normalizeText } from '../../rooms/speech-rules.ts'

const CHANGE_INTERVAL_MS = NICKNAME_CHANGE_DAYS * DAY_MS
const isBlocked = createTermFilter(DEFAULT_TERMS)

/** The stored form of a nickname. */
export function normalNickname(nickname: string): string {
  return nickname.normalize('NFKC').trim()
}

/** S3.9: why a nickname is refused, apart from the time of the last change; or null. */
export function nicknameRefusal(nickname: string): string | null {
  return nicknameProblem(nickname) ?? (isBlocked(normalizeText(nickname)) ? REFUSED_NICKNAME : null)
}

/** Nicknames of members, which change once in 30 days. */
export class Nicknames {
  readonly #database: Pick<Database, 'db'>
  readonly #now: () => number

  constructor(database: Pick<Database, 'db'>, { now }: { readonly now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Epoch milliseconds of the next allowed change, or null if one is allowed now. */
  async nextChangeAt(memberId: string): Promise<number | null> {
    const [row] = await this.#database.db
      .select({ changedAt: member.nicknameChangedAt })
      .from(member)
      .where(eq(member.id, memberId))
    const next = (row?.changedAt ?? 0) + CHANGE_INTERVAL_MS
    return row?.changedAt != null && next > this.#now() ? next : null
  }

  /** Epoch milliseconds of the next allowed change; null if this one is too early. */
  async change(memberId: string, nickname: string): Promise<number | null> {
    const now = this.#now()
    const updated = await this.#database.db
      .update(member)
      .set({ nickname, nicknameChangedAt: now })
      .where(
        and(
          eq(member.id, memberId),
          or(isNull(member.nicknameChangedAt), lte(member.nicknameChangedAt, now - CHANGE_INTERVAL_MS)),
        ),
      )
      .returning({ id: member.id })
    return updated.length > 0 ? now + CHANGE_INTERVAL_MS : null
  }
}
