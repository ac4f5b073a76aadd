import { and, eq, isNull } from 'drizzle-orm'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { normalEmail } from '#protocol/rules/member/person.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import type { Database } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { memberMaterial } from '../../database/schema/profile.ts'
import type { ContactCipher } from '../contact.ts'

export type Material = DataOf<'material.get'>['material']
type Change = RequestOf<'material.update'>

/** Kind of the encrypted texts. */
const KIND = 'material'
const ENCRYPTED = ['email', 'qq', 'wechat'] as const
const PLAIN = ['province', 'city', 'receiver'] as const

/** Personal data of members (S3.6). Contacts are encrypted. */
export class Materials {
  readonly #database: Database
  readonly #cipher: ContactCipher

  constructor(database: Database, { cipher }: { readonly cipher: ContactCipher }) {
    this.#database = database
    this.#cipher = cipher
  }

  async of(memberId: string): Promise<Material> {
    const [row] = await this.#database.db
      .select({ birthDate: member.birthDate, material: memberMaterial })
      .from(member)
      .leftJoin(memberMaterial, eq(memberMaterial.memberId, member.id))
      .where(eq(member.id, memberId))
    const stored = row?.material
    const open = (text: string | undefined): string =>
      text === undefined || text === '' ? '' : (this.#cipher.open(KIND, text) ?? '')
    return {
      gender: stored?.gender ?? '',
      birthday: row?.birthDate ?? '',
      email: open(stored?.email),
      qq: open(stored?.qq),
      wechat: open(stored?.wechat),
      province: stored?.province ?? '',
      city: stored?.city ?? '',
      receiver: stored?.receiver ?? '',
    }
  }

  /** Changes the given fields. False, without any change, if it contains a birthday and the member has another one. */
  change(memberId: string, { birthday, ...fields }: Change): Promise<boolean> {
    const set = this.#rowOf(fields)
    return this.#database.transaction(async (tx) => {
      if (birthday !== undefined && birthday !== '') {
        const updated = await tx
          .update(member)
          .set({ birthDate: birthday })
          .where(and(eq(member.id, memberId), isNull(member.birthDate)))
          .returning({ id: member.id })
        if (updated.length === 0) return false
      }
      if (Object.keys(set).length === 0) return true
      await tx
        .insert(memberMaterial)
        .values({ memberId, ...set })
        .onConflictDoUpdate({ target: memberMaterial.memberId, set })
      return true
    })
  }

  #rowOf(fields: Omit<Change, 'birthday'>): Partial<typeof memberMaterial.$inferInsert> {
    const set: Partial<Record<(typeof ENCRYPTED)[number] | (typeof PLAIN)[number], string>> = {}
    for (const name of ENCRYPTED) {
      const text = name === 'email' ? fields.email && normalEmail(fields.email) : fields[name]
      if (text !== undefined) set[name] = text === '' ? '' : this.#cipher.seal(KIND, text)
    }
    for (const name of PLAIN) {
      const text = fields[name]
      if (text !== undefined) set[name] = cleanChatText(text)
    }
    return fields.gender === undefined ? set : { ...set, gender: fields.gender }
  }
}
