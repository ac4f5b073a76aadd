/** A table with rows of one member. A test compares the list with the database, so that a new table is not forgotten. */
export interface PersonalTable {
  readonly table: string
  /** The column that names the member. */
  readonly key: string
  /** What the column contains; the internal id by default. */
  readonly keyKind?: 'public id'
  /** Columns that are not exported: hashes and encrypted values, which say nothing to the member. */
  readonly omitted?: readonly string[]
  /** `delete`: the rows are deleted. `keep`: they remain under the id, without name. `replace`: see `erase-member.ts`. */
  readonly onErase: 'delete' | 'keep' | 'replace'
}

export const PERSONAL_TABLES: readonly PersonalTable[] = [
  {
    table: 'member',
    key: 'id',
    omitted: ['pwd_hash', 'phone_enc', 'phone_hash', 'email_enc', 'email_hash'],
    onErase: 'replace',
  },
  { table: 'member_material', key: 'member_id', onErase: 'delete' },
  { table: 'member_address', key: 'member_id', onErase: 'delete' },
  { table: 'usdt_address', key: 'member_id', omitted: ['address_enc', 'address_hash'], onErase: 'delete' },
  { table: 'bank_card', key: 'member_id', omitted: ['card_enc', 'card_hash'], onErase: 'delete' },
  { table: 'anchor_follow', key: 'member_id', onErase: 'delete' },
  { table: 'team_follow', key: 'member_id', onErase: 'delete' },
  { table: 'room_visit', key: 'member_id', onErase: 'delete' },
  { table: 'upload', key: 'member_id', onErase: 'replace' },
  { table: 'session', key: 'member_id', omitted: ['token_hash'], onErase: 'delete' },
  { table: 'auth_event', key: 'member_id', onErase: 'delete' },
  { table: 'security_notice', key: 'member_id', onErase: 'delete' },
  { table: 'passkey', key: 'member_id', omitted: ['public_key'], onErase: 'delete' },
  { table: 'withdraw_pwd', key: 'member_id', omitted: ['hash'], onErase: 'delete' },
  { table: 'verify_challenge', key: 'member_id', omitted: ['key_hash', 'answer'], onErase: 'delete' },
  { table: 'webauthn_challenge', key: 'member_id', omitted: ['id', 'challenge'], onErase: 'delete' },
  { table: 'chat_mute', key: 'member_id', onErase: 'delete' },
  { table: 'chat_report', key: 'member_id', onErase: 'delete' },
  { table: 'room_entry', key: 'author_user_id', keyKind: 'public id', onErase: 'replace' },
  // The messages of others around the reported one are not exported.
  { table: 'report_case', key: 'user_id', keyKind: 'public id', omitted: ['context'], onErase: 'replace' },
  { table: 'member_record', key: 'member_id', onErase: 'delete' },
  { table: 'live_room_admin', key: 'member_id', onErase: 'delete' },
  { table: 'coin_adjustment', key: 'member_id', onErase: 'keep' },
  { table: 'chat_audit', key: 'actor_member_id', onErase: 'keep' },
  { table: 'gift_order', key: 'member_id', onErase: 'keep' },
  { table: 'gift_rollup', key: 'member_id', onErase: 'keep' },
  { table: 'wallet_order', key: 'member_id', omitted: ['content_hash'], onErase: 'keep' },
  { table: 'bet', key: 'member_id', onErase: 'keep' },
  { table: 'table_bet', key: 'member_id', onErase: 'keep' },
  // The seed of an open round is secret; that of an ended one is published by its proof.
  { table: 'game_round', key: 'member_id', omitted: ['server_seed'], onErase: 'keep' },
  { table: 'game_seed', key: 'member_id', omitted: ['server_seed'], onErase: 'delete' },
  { table: 'game_favourite', key: 'member_id', onErase: 'delete' },
  { table: 'cash_out_quote', key: 'member_id', onErase: 'keep' },
  { table: 'remote_round', key: 'member_id', onErase: 'keep' },
  { table: 'vip_history', key: 'member_id', onErase: 'keep' },
  { table: 'rebate_day', key: 'member_id', onErase: 'keep' },
  { table: 'birthday_gift', key: 'member_id', onErase: 'keep' },
  { table: 'activity_state', key: 'member_id', onErase: 'keep' },
  // The seed of the next draw is secret; those of draws are published.
  { table: 'draw', key: 'member_id', omitted: ['seed'], onErase: 'keep' },
  { table: 'points_day', key: 'member_id', onErase: 'keep' },
  { table: 'points_order', key: 'member_id', onErase: 'keep' },
  { table: 'soccer_draw', key: 'member_id', onErase: 'keep' },
  // The seed of the next draw is secret.
  { table: 'soccer_seed', key: 'member_id', omitted: ['server_seed'], onErase: 'delete' },
  { table: 'usdt_quote', key: 'member_id', onErase: 'keep' },
  { table: 'interest_position', key: 'member_id', onErase: 'keep' },
  { table: 'interest_day', key: 'member_id', onErase: 'keep' },
  { table: 'rg_limit', key: 'member_id', onErase: 'keep' },
  { table: 'rg_exclusion', key: 'member_id', onErase: 'keep' },
  { table: 'rg_play', key: 'member_id', onErase: 'delete' },
  { table: 'rg_preference', key: 'member_id', onErase: 'delete' },
  { table: 'wallet_preference', key: 'member_id', onErase: 'delete' },
  { table: 'agent_application', key: 'member_id', omitted: ['contact_enc'], onErase: 'delete' },
  { table: 'feedback_reply', key: 'member_id', onErase: 'delete' },
  { table: 'feedback', key: 'member_id', onErase: 'delete' },
  { table: 'message', key: 'member_id', onErase: 'delete' },
  { table: 'message_state', key: 'member_id', onErase: 'delete' },
  { table: 'message_watermark', key: 'member_id', onErase: 'delete' },
  { table: 'account', key: 'owner_id', onErase: 'keep' },
]
