import { sql, type SQL } from 'drizzle-orm'
import { type InboxKind } from '#protocol/inbox-limits.ts'
import { type InboxMessage, MESSAGE_EXCERPT_MAX, RESTORE_MS } from '#protocol/endpoints/account/message.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { message } from '../../database/schema/message.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import type { MessageEvents } from './message-events.ts'

interface Row extends Record<string, unknown> {
  readonly id: string
  readonly kind: InboxKind
  readonly title: string
  readonly content: string
  readonly createTime: number
  readonly isRead: boolean
  readonly isTop: boolean
  readonly jumpUrl: string
}

/** A message of the system or of an operator to one member. */
interface PrivateMessage {
  readonly memberId: string
  readonly title: string
  readonly content: string
  /** A path of this site. */
  readonly jumpUrl: string
  /** Name of the operator whose action it reports; empty without one. */
  readonly operator: string
}

/**
 * Stores a private message in the transaction of what it reports, and returns its id. It is pushed by the next poll of
 * `MessageEvents`.
 */
export async function sendPrivateMessage(tx: Transaction, sent: PrivateMessage, now: number): Promise<string> {
  const id = uuidV7(now)
  const row = { ...sent, id, kind: 'private', audience: 'member', createdAt: now, publishAt: now } as const
  await tx.insert(message).values(row)
  return id
}

type Changed = { readonly id: string; readonly kind: InboxKind } & Record<string, unknown>

/** Messages of one member. Every method names the member, and changes only the state of this member. */
export class Inbox {
  readonly #database: Pick<Database, 'db'>
  readonly #events: Pick<MessageEvents, 'changed'>
  readonly #now: () => number

  constructor(
    database: Pick<Database, 'db'>,
    { events, now }: { events: Pick<MessageEvents, 'changed'>; now: () => number },
  ) {
    this.#database = database
    this.#events = events
    this.#now = now
  }

  /** A page of the messages of a kind: those on top first, then the newest. `content` is cut. */
  async list(
    memberId: string,
    kind: InboxKind,
    { pageNum, pageSize }: { readonly pageNum: number; readonly pageSize: number },
  ): Promise<{ list: InboxMessage[]; total: number }> {
    const shown = this.#shown(memberId, kind)
    const page = await this.#database.db.execute<Row>(sql`
      select m.id, m.kind, m.title, left(m.content, ${MESSAGE_EXCERPT_MAX}) as content, ${CREATE_TIME},
        ${IS_READ} as "isRead", coalesce(s.is_top, false) as "isTop", m.jump_url as "jumpUrl"
      ${shown} order by coalesce(s.is_top, false) desc, m.publish_at desc, m.id desc
      limit ${pageSize} offset ${(pageNum - 1) * pageSize}`)
    const all = await this.#database.db.execute<{ total: number }>(sql`select count(*)::int as total ${shown}`)
    return { list: page.rows.map(messageOf), total: all.rows[0]?.total ?? 0 }
  }

  /** Null if the member has no such message. */
  async find(memberId: string, kind: InboxKind, id: string): Promise<InboxMessage | null> {
    const { rows } = await this.#database.db.execute<Row>(sql`
      select m.id, m.kind, m.title, m.content, ${CREATE_TIME}, ${IS_READ} as "isRead",
        coalesce(s.is_top, false) as "isTop", m.jump_url as "jumpUrl"
      ${this.#shown(memberId, kind)} and m.id = ${id}`)
    return rows[0] ? messageOf(rows[0]) : null
  }

  /** Numbers of unread messages published until `until`. */
  async unread(memberId: string): Promise<Record<InboxKind, number> & { until: number }> {
    const until = this.#now()
    const { rows } = await this.#database.db.execute<{ kind: InboxKind; count: number }>(sql`
      select m.kind, count(*)::int as count ${this.#shown(memberId, null)} and not ${IS_READ} group by m.kind`)
    const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
    const of = (kind: InboxKind) => counts.get(kind) ?? 0
    return { public: of('public'), private: of('private'), notice: of('notice'), until }
  }

  /** Those of some messages that the member has and has not read. */
  async unreadOf(memberId: string, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const { rows } = await this.#database.db.execute<{ id: string }>(sql`
      select m.id ${this.#shown(memberId, null)} and m.id = any(${sql.param(ids)}::uuid[]) and not ${IS_READ}`)
    return new Set(rows.map(({ id }) => id))
  }

  /** Reads messages of any kind. Ids of messages that the member does not have are ignored. */
  async readSeveral(memberId: string, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#change(memberId, ids, null, this.#readNow())
  }

  /** Returns false if the member has no such message. */
  read(memberId: string, kind: InboxKind, id: string): Promise<boolean> {
    return this.#change(memberId, [id], kind, this.#readNow()).then(isSome)
  }

  #readNow() {
    return {
      insert: sql`read_at`,
      value: this.#at(),
      update: sql`read_at = coalesce(message_state.read_at, excluded.read_at)`,
    }
  }

  setTop(memberId: string, kind: InboxKind, id: string, isTop: boolean): Promise<boolean> {
    return this.#change(memberId, [id], kind, {
      insert: sql`is_top`,
      value: sql`${isTop}::boolean`,
      update: sql`is_top = excluded.is_top`,
    }).then(isSome)
  }

  /** Deletes messages of a kind, or of any kind (null). Returns the ids of those that the member had. */
  async delete(memberId: string, ids: readonly string[], kind: InboxKind | null = null): Promise<string[]> {
    const changed = await this.#change(memberId, ids, kind, {
      insert: sql`deleted_at`,
      value: this.#at(),
      update: sql`deleted_at = excluded.deleted_at`,
    })
    return changed.map(({ id }) => id)
  }

  /** Takes back deletions of the last minute. Returns the ids of the messages. */
  async restore(memberId: string, ids: readonly string[]): Promise<string[]> {
    const since = new Date(this.#now() - RESTORE_MS).toISOString()
    const { rows } = await this.#database.db.execute<Changed>(sql`
      update message_state set deleted_at = null
      where member_id = ${memberId} and message_id = any(${sql.param(ids)}::uuid[]) and deleted_at > ${since}
      returning message_id as id`)
    if (rows.length > 0) this.#events.changed(memberId, { id: '', kind: null })
    return rows.map(({ id }) => id)
  }

  readAll(memberId: string, kind: InboxKind): Promise<void> {
    return this.#moveWatermark(memberId, kind, sql`read_until`)
  }

  deleteAll(memberId: string, kind: InboxKind): Promise<void> {
    return this.#moveWatermark(memberId, kind, sql`deleted_until`)
  }

  /** The newest message that the member has is the new mark: a message whose publication is not committed stays unread. */
  async #moveWatermark(memberId: string, kind: InboxKind, column: SQL): Promise<void> {
    await this.#database.db.execute(sql`
      insert into message_watermark (member_id, kind, ${column})
      select ${memberId}::uuid, ${kind}::text, max(m.publish_at) ${this.#shown(memberId, kind)}
      having max(m.publish_at) is not null
      on conflict (member_id, kind) do update
        set ${column} = greatest(message_watermark.${column}, excluded.${column})`)
    this.#events.changed(memberId, { id: '', kind })
  }

  async #change(
    memberId: string,
    ids: readonly string[],
    kind: InboxKind | null,
    { insert, value, update }: { readonly insert: SQL; readonly value: SQL; readonly update: SQL },
  ): Promise<Changed[]> {
    const { rows } = await this.#database.db.execute<Changed>(sql`
      with changed as (
        insert into message_state (member_id, message_id, ${insert})
        select ${memberId}::uuid, m.id, ${value} ${this.#shown(memberId, kind)}
          and m.id = any(${sql.param(ids)}::uuid[])
        on conflict (member_id, message_id) do update set ${update}
        returning message_id)
      select m.id, m.kind from changed join message m on m.id = changed.message_id`)
    const [first] = rows
    if (first) this.#events.changed(memberId, rows.length === 1 ? first : { id: '', kind: null })
    return rows
  }

  #at(): SQL {
    return sql`${new Date(this.#now()).toISOString()}::timestamptz`
  }

  /**
   * FROM and WHERE of the messages that a member has, of one kind or of all: published, not recalled, sent to the member,
   * not before the registration, and not deleted. The grade is the current one.
   */
  #shown(memberId: string, kind: InboxKind | null): SQL {
    return sql`
      from member me
      join message m on m.publish_at <= ${this.#at()} and m.publish_at >= me.created_at and m.recalled_at is null
        and (m.member_id = me.id or m.member_id is null
          and (m.audience = 'all' or me.vip_level between m.vip_min and m.vip_max))
      left join message_state s on s.message_id = m.id and s.member_id = me.id
      left join message_watermark w on w.member_id = me.id and w.kind = m.kind
      where me.id = ${memberId} ${kind === null ? sql`` : sql`and m.kind = ${kind}`}
        and s.deleted_at is null and (w.deleted_until is null or m.publish_at > w.deleted_until)`
  }
}

const CREATE_TIME = sql`(extract(epoch from m.publish_at) * 1000)::float8 as "createTime"`
const IS_READ = sql`(s.read_at is not null or coalesce(m.publish_at <= w.read_until, false))`

function isSome(changed: readonly unknown[]): boolean {
  return changed.length > 0
}

function messageOf({ jumpUrl, createTime, ...row }: Row): InboxMessage {
  return { ...row, createTime: Math.round(createTime), ...(jumpUrl !== '' && { jumpUrl }) }
}
