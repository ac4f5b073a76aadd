import { sql } from 'drizzle-orm'
import type { DrizzleDatabase } from '#server/database/database.ts'
import { DEPTH } from './depth.ts'

/** The member, the room and the anchor that have most of the rows. */
export interface LargeSite {
  readonly memberId: string
  readonly operatorId: string
  readonly chatRoomNo: string
  readonly anchorRoomId: string
  readonly now: number
}

/** Rows of {@link fillLargeSite}. */
export const LARGE =
  DEPTH === 'full'
    ? ({ members: 20_000, orders: 30_000, gifts: 50_000, postings: 100_000, others: 12_000 } as const)
    : ({ members: 8_000, orders: 10_000, gifts: 15_000, postings: 25_000, others: 8_000 } as const)

/** A UUID of version 7 of a time in milliseconds; `salt` makes ids of one millisecond different. */
const uuidAt = (ms: string, salt: string): string => `(substr(lpad(to_hex(${ms}), 12, '0'), 1, 8) || '-'
  || substr(lpad(to_hex(${ms}), 12, '0'), 9, 4) || '-7' || substr(md5(${salt}), 1, 3) || '-8'
  || substr(md5(${salt}), 4, 3) || '-' || substr(md5(${salt}), 7, 12))::uuid`
const timeAt = (ms: string): string => `to_timestamp((${ms}) / 1000.0)`

/**
 * In the full run it fills a database with 20,000 members, one of whom has 100,000 postings in a year, 30,000 paid and 12,000 cancelled orders,
 * 50,000 gifts in one room, a friend in each fortieth and a long past, and with what operators have done. Triggers do not run. Nothing has the type `interest`, which
 * searches therefore do not find.
 */
export async function fillLargeSite(db: DrizzleDatabase, site: LargeSite): Promise<void> {
  const { memberId, operatorId, chatRoomNo, anchorRoomId, now } = site
  const { members, orders, gifts, postings, others } = LARGE
  const year = 365 * 86_400_000
  /** The time of row `g` of `count`: evenly over a span that ends now. */
  const ms = (count: number, span = year): string =>
    `(${now} - ${span}::bigint + g * ${Math.floor(span / count)}::bigint - 1)`
  const settled = ms(orders)
  const posted = ms(postings - orders)
  const given = ms(gifts, 6 * 86_400_000)
  const at = ms(others)
  const member = `'${memberId}'::uuid`
  const operator = `'${operatorId}'::uuid`
  const room = `'${chatRoomNo}'`
  const account = (currency: string, kind: string): string => `(select id from account where owner_type = 'member'
    and owner_id = '${memberId}' and currency = '${currency}' and kind = '${kind}')`
  const house = `(select id from account where owner_type = 'house' and currency = 'COIN' limit 1)`
  const statements = [
    `insert into account (id, owner_type, owner_id, currency, kind) values
      (gen_random_uuid(), 'member', '${memberId}', 'CNY', 'wallet'), (gen_random_uuid(), 'member', '${memberId}', 'COIN', 'coin')
      on conflict do nothing`,
    `insert into member select (jsonb_populate_record(m, jsonb_build_object('id', ${uuidAt(at, `'m' || g`)}, 'name', 'large' || g,
      'public_id', 'large-' || g, 'nickname', '众人' || g, 'i_code', null, 'phone_hash', null, 'email_hash', null,
      'invited_by', case when g % 40 = 0 then m.id end))).* from member m, generate_series(1, ${members}) g where m.id = ${member}`,
    `insert into wallet_order (order_no, member_id, kind, currency, amount, fee, status, version, is_final, channel, account_label,
      target, idem_key, content_hash, settle_tx, created_at, updated_at)
      select 'D' || lpad(g::text, 16, '0'), ${member}, 'deposit', 'CNY', 100, 0, '3', 1, true, 'bank', '', 'wallet', 'large-o' || g, '',
        ${uuidAt(settled, `'o' || g`)}, ${timeAt(settled)}, ${timeAt(settled)} from generate_series(1, ${orders}) g`,
    `insert into order_event select order_no, 1, '1', '3', 'paid', 'system', '', created_at from wallet_order`,
    `insert into ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
      select settle_tx, 'wallet-settle', 'wallet_order', order_no, 'large-p' || order_no, '', created_at from wallet_order`,
    `insert into ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
      select ${uuidAt(posted, `'g' || g`)}, 'gift', 'gift_order', g::text, 'large-g' || g, '', ${timeAt(posted)}
      from generate_series(1, ${postings - orders}) g`,
    `insert into ledger_entry (tx_id, seq, account_id, amount, currency, balance_after)
      select id, 1, ${account('CNY', 'wallet')}, 100, 'CNY', 100 from ledger_tx where type = 'wallet-settle'`,
    `insert into ledger_entry (tx_id, seq, account_id, amount, currency, balance_after)
      select id, 1, ${account('COIN', 'coin')}, -1, 'COIN', 100 from ledger_tx where idem_key like 'large-g%'`,
    `insert into ledger_entry (tx_id, seq, account_id, amount, currency, balance_after)
      select id, 2, ${house}, 1, 'COIN', 100 from ledger_tx where idem_key like 'large-g%'`,
    `insert into wallet_order (order_no, member_id, kind, currency, amount, fee, status, version, is_final, channel, account_label,
      target, idem_key, content_hash, created_at, updated_at)
      select 'D9' || lpad(g::text, 15, '0'), ${member}, 'deposit', 'CNY', 100, 0, '4', 1, false, 'bank', '', 'wallet', 'large-c' || g, '',
        ${timeAt(at)}, ${timeAt(at)} from generate_series(1, ${others}) g`,
    `insert into gift_order (id, member_id, anchor_room_id, chat_room_no, gift_id, unit_price, count, total, combo_id, combo_count,
      status, idem_key, tx_id, created_at, delivered_at)
      select ${uuidAt(given, `'r' || g`)}, m.id, '${anchorRoomId}', ${room}, (select min(id) from gift), 10, 1, 10, 'c' || g, 1,
        'delivered', 'large-r' || g, gen_random_uuid(), ${timeAt(given)}, ${timeAt(given)}
      from generate_series(1, ${gifts}) g join member m on m.name = 'large' || (g % ${members} + 1)`,
    `update gift_order set member_id = ${member} where combo_count = 1 and right(combo_id, 1) = '7'`,
    `insert into gift_rollup select '${anchorRoomId}', site_day(${timeAt(String(now))}) - g % 7, m.id, 10, ${timeAt(`${now} - (g % 7) * 86400000::bigint`)},
      array[${timeAt(`${now} - (g % 7) * 86400000::bigint`)}], array[10] from generate_series(1, ${others}) g
      join member m on m.name = 'large' || g`,
    `insert into auth_event select ${uuidAt(at, `'a' || g`)}, ${member}, 'sign-in', 0, 'large-device', 1, '192.0.2.1', ${timeAt(at)}
      from generate_series(1, ${others}) g`,
    `insert into security_notice select ${uuidAt(at, `'n' || g`)}, ${member}, 'password', 'large-device', '192.0.2.1', ${timeAt(at)},
      ${timeAt(at)} from generate_series(1, ${others}) g`,
    `insert into session (id, member_id, token_hash, device_id, client_type, client_class, ip, created_at, last_seen, expires_at,
      revoked_at, revoked_reason) select ${uuidAt(at, `'s' || g`)}, ${member}, 'large-' || g, 'large-device-' || g, 1, 'browser', '192.0.2.1',
      ${timeAt(at)}, ${timeAt(at)}, ${timeAt(at)}, ${timeAt(at)}, 10401 from generate_series(1, ${others}) g`,
    `insert into usdt_quote select ${uuidAt(at, `'q' || g`)}, ${member}, 'CNY', 100, 100, 72000, 'x', ${timeAt(at)}, ${timeAt(at)},
      ${uuidAt(settled, `'o' || g`)} from generate_series(1, ${others}) g`,
    `insert into interest_day select ${member}, currency, site_day(${timeAt(String(now))}) - g, 100, 50, 1, 0, gen_random_uuid()
      from generate_series(1, 3650) g, unnest(array['CNY', 'USDT']) currency`,
    `insert into rg_play (member_id, day, seconds) select ${member}, site_day(${timeAt(String(now))}) - g, 60 from generate_series(1, 3650) g`,
    `insert into rg_limit select gen_random_uuid(), ${member}, 'deposit', 'day', 100, 'ended', ${timeAt(at)}, ${timeAt(at)}, ${timeAt(at)}
      from generate_series(1, ${others}) g`,
    `insert into rg_exclusion select gen_random_uuid(), ${member}, 'timeOut', ${timeAt(at)}, ${timeAt(at)} + interval '1 day' from generate_series(1, ${others / 10}) g`,
    `insert into audit_log (id, actor, action, target, address, at) select ${uuidAt(at, `'l' || g`)}, 'root', 'config.set', 'config', '192.0.2.1', ${timeAt(at)}
      from generate_series(1, ${others}) g`,
    `insert into chat_audit select ${uuidAt(at, `'c' || g`)}, ${room}, ${member}, 'mute', '{}', ${timeAt(at)} from generate_series(1, ${others}) g`,
    `insert into chat_mute select ${uuidAt(at, `'u' || g`)}, ${room}, m.id, ${timeAt(at)}, '', ${member}, ${timeAt(at)}
      from generate_series(1, ${others}) g join member m on m.name = 'large' || g`,
    `insert into chat_report select ${room}, 'large-' || g, ${member}, 'other', '', ${timeAt(at)} from generate_series(1, ${others}) g`,
    `insert into report_case select ${uuidAt(at, `'e' || g`)}, ${room}, 'large-' || g, 'large-' || g, '众人', '[]', '[]', 1, 'dismiss',
      '', ${operator}, ${timeAt(at)}, ${timeAt(at)}, ${timeAt(at)}, 1 from generate_series(1, ${others}) g`,
    `insert into coin_adjustment select ${uuidAt(at, `'j' || g`)}, ${member}, 1, 'x', 'posted', 'large-' || g, ${operator}, ${timeAt(at)}, null, null
      from generate_series(1, ${others}) g`,
    `insert into short_url select 'large' || g, '/large/' || g, ${timeAt(at)} from generate_series(1, ${others}) g`,
    `insert into room_visit select ${member}, 'large-' || g, ${timeAt(at)} from generate_series(1, 20) g on conflict do nothing`,
    `insert into verify_challenge (id, kind, scene, key_hash, device_id, answer, expires_at, created_at)
      select gen_random_uuid(), 'code', 'x', 'large', 'x', 'x', ${timeAt(at)}, ${timeAt(at)} from generate_series(1, ${others}) g`,
    `insert into rate_counter select 'large-' || g, 1, ${timeAt(at)} from generate_series(1, ${others}) g`,
    `insert into upload (id, member_id, purpose, type, size, bytes, created_at) select ${uuidAt(at, `'p' || g`)}, ${member}, 'proof',
      'image/png', 1, 'x', ${timeAt(at)} from generate_series(1, ${others / 10}) g`,
    `insert into site_revision (subject, version, value, operator_id, reason, created_at)
      select 'gift-1', 1000 + g, '{}', ${operator}, 'x', ${timeAt(at)} from generate_series(1, ${others}) g`,
    `insert into room_entry (chat_room_no, epoch, seq, id, at, kind, json) select no, epoch, g, 'large-' || g, ${timeAt(at)}, 1, '{}'
      from chat_room, generate_series(1, ${others}) g where no = ${room} on conflict do nothing`,
  ]
  await db.execute(sql`set session_replication_role = replica`)
  for (const statement of statements) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await db.execute(sql.raw(statement))
  }
  await db.execute(sql`set session_replication_role = default`)
  await db.execute(sql`vacuum (analyze)`)
}
