import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { normalEmail } from '#protocol/rules/member/person.ts'
import { normalPhone } from '#protocol/rules/member/phone.ts'
import type { Database } from '../database/database.ts'
import { isUniqueViolation } from '../database/errors.ts'
import { member } from '../database/schema/member.ts'

/** A phone or an address of a member. */
export type Contact =
  | { readonly kind: 'phone'; /** Digits of the country code. */ readonly areaCode: string; readonly phone: string }
  | { readonly kind: 'email'; readonly email: string }

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const KEY_ID_BYTES = 6

interface ContactKeys {
  readonly id: string
  readonly encryption: Buffer
  readonly hash: Buffer
}

/**
 * Encrypts contacts at rest (AES-256-GCM) and hashes them for look-up (HMAC-SHA256). Both keys are derived from the
 * server's secret. The id of the key is stored with the ciphertext, so that values of earlier secrets stay readable.
 */
export class ContactCipher {
  /** Newest first. */
  readonly #keys: readonly [ContactKeys, ...ContactKeys[]]

  constructor(secret: string, earlierSecrets: readonly string[] = []) {
    this.#keys = [keysOf(secret), ...earlierSecrets.map(keysOf)]
  }

  /** Id of the newest key, with which values are encrypted. */
  get keyId(): string {
    return this.#keys[0].id
  }

  /** `<key id>.<base64url( iv 12 | ciphertext | tag 16 )>`. Two calls return different texts. */
  encrypt(contact: Contact): string {
    return this.seal(contact.kind, textOf(contact))
  }

  /** Null for a changed text, another kind of contact, or an unknown key. */
  decrypt(kind: Contact['kind'], text: string): Contact | null {
    const opened = this.open(kind, text)
    return opened === null ? null : contactOf(kind, opened)
  }

  /** Encrypts other personal data. `kind` separates uses: a text of one kind cannot be opened as another. */
  seal(kind: string, text: string): string {
    const [{ id, encryption }] = this.#keys
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', encryption, iv).setAAD(Buffer.from(kind))
    const sealed = Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()])
    return `${id}.${sealed.toString('base64url')}`
  }

  /** The text that was sealed; null for a changed one, another kind, or an unknown key. */
  open(kind: string, text: string): string | null {
    const [id, sealed = ''] = text.split('.')
    const keys = this.#keys.find((one) => one.id === id)
    const bytes = Buffer.from(sealed, 'base64url')
    if (!keys || bytes.length < IV_BYTES + TAG_BYTES) return null
    try {
      const decipher = createDecipheriv('aes-256-gcm', keys.encryption, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(kind))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      const opened = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }

  /** The hash that is stored. Spellings of the same contact have the same hash. */
  hash(contact: Contact): string {
    return hashWith(this.#keys[0], contact)
  }

  /** The hash of other personal data. */
  hashText(kind: string, text: string): string {
    return hashOfText(this.#keys[0], kind, text)
  }

  /** The hashes under which other personal data may be stored, one per secret. */
  hashesOfText(kind: string, text: string): string[] {
    return this.#keys.map((keys) => hashOfText(keys, kind, text))
  }

  /** The hashes under which a contact may be stored, one per secret. */
  hashes(contact: Contact): string[] {
    return this.#keys.map((keys) => hashWith(keys, contact))
  }
}

function keysOf(secret: string): ContactKeys {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'grandstand', `contact ${purpose}`, length))
  return {
    id: derive('key id', KEY_ID_BYTES).toString('base64url'),
    encryption: derive('encryption', KEY_BYTES),
    hash: derive('hash', KEY_BYTES),
  }
}

function hashWith(keys: ContactKeys, contact: Contact): string {
  return hashOfText(keys, contact.kind, textOf(contact))
}

function hashOfText({ hash }: ContactKeys, kind: string, text: string): string {
  return createHmac('sha256', hash).update(`${kind} ${text}`).digest('hex')
}

function textOf(contact: Contact): string {
  if (contact.kind === 'email') return normalEmail(contact.email)
  return `${contact.areaCode} ${normalPhone(contact.areaCode, contact.phone)}`
}

function contactOf(kind: Contact['kind'], text: string): Contact {
  if (kind === 'email') return { kind, email: text }
  const [areaCode = '', phone = ''] = text.split(' ')
  return { kind, areaCode, phone }
}

/** The bound contacts of members. */
export class MemberContacts {
  readonly cipher: ContactCipher
  readonly #database: Pick<Database, 'db'>

  constructor(database: Pick<Database, 'db'>, cipher: ContactCipher) {
    this.#database = database
    this.cipher = cipher
  }

  async of(memberId: string, kind: Contact['kind']): Promise<Contact | null> {
    const [row] = await this.#database.db
      .select({ phone: member.phoneEncrypted, email: member.emailEncrypted })
      .from(member)
      .where(eq(member.id, memberId))
    const stored = row?.[kind] ?? null
    return stored === null ? null : this.cipher.decrypt(kind, stored)
  }

  /** Internal id of the member of a site who has bound this contact, or null. */
  async ownerOf(siteId: number, contact: Contact): Promise<string | null> {
    const column = contact.kind === 'phone' ? member.phoneHash : member.emailHash
    const [row] = await this.#database.db
      .select({ id: member.id })
      .from(member)
      .where(and(eq(member.siteId, siteId), inArray(column, this.cipher.hashes(contact))))
    return row?.id ?? null
  }

  /** Binds a contact, or replaces the one of its kind. False if another member of the site has bound it. */
  async bind(memberId: string, contact: Contact): Promise<boolean> {
    try {
      await this.#database.db.update(member).set(this.columnsOf(contact)).where(eq(member.id, memberId))
      return true
    } catch (error) {
      if (isUniqueViolation(error)) return false
      throw error
    }
  }

  /** The columns of `member` that hold a contact. */
  columnsOf(contact: Contact): Partial<typeof member.$inferInsert> {
    const encrypted = this.cipher.encrypt(contact)
    const hash = this.cipher.hash(contact)
    return contact.kind === 'phone'
      ? { phoneEncrypted: encrypted, phoneHash: hash }
      : { emailEncrypted: encrypted, emailHash: hash }
  }
}
