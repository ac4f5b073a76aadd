/* Apart from the schemas, because pages use these. */

/** Annex D.6. `public` is for many members, `private` for one, `notice` is about the account or the service. */
export const INBOX_KINDS = ['public', 'private', 'notice'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

export const MESSAGE_TITLE_MAX = 60
export const MESSAGE_TEXT_MAX = 5_000

/** The console counts recipients up to this number: more would visit all members. */
export const MAX_REACH_COUNTED = 5_000
