/**
 * Protocol version of client and server. Raise it and add a line to the history whenever a wire schema changes.
 * `tests/protocol/version.test.ts` hashes the schemas and fails until that is done.
 */
export const PROTOCOL_VERSION = 5

/** The oldest version that the server supports: the one before the current version (settled 16). */
export const OLDEST_SERVED_VERSION = Math.max(1, PROTOCOL_VERSION - 1)

/** One line for each version, newest last, with the hash of all wire schemas at that version. */
export const VERSION_HISTORY: readonly { version: number; schemas: string; change: string }[] = [
  { version: 1, schemas: '114de1036f09a5f55aee2617c8e09eb8', change: 'sign-in, live list, live room, gifts and coins' },
  {
    version: 2,
    schemas: '66ba338f904c1c833f9ce1613bf1032b',
    change: 'safety checks, lines, caches, uploads, site and news calls, third-party video',
  },
  {
    version: 3,
    schemas: '7b0963d8cf3ebfdc4dd46ae286bccbf0',
    change:
      'blocked words are merged by the server; venue, event and channel of a match; refused tags; own place in ' +
      'rankings; line-ups, statistics and previews of matches; teams, leagues and anchors with ids; covers and ' +
      'odds in lists; players and added time of events; registration, recovery, security centre, passkeys and profile; ' +
      'expiry of media URLs; wallet orders, transfers and records of everything that moves a balance; cards with branches, and addresses; conversions and interest; responsible play with answered reality checks; statements of months; ' +
      'help articles, descriptions of pictures, marquee times as text; deposits on a chain; ' +
      'endpoints to read again in notices of the site; removed pictures that are kept; qualities of video sources; ' +
      'venues that are not displayed; optional withdrawal passwords; selections of orders; markets in rooms; bets; ' +
      'periods and goals of matches',
  },
  {
    version: 4,
    schemas: 'b7240184ecfd05f5dbdf47e913f70fbb',
    change:
      'live tables: calls, states in rooms, proofs of rounds; legs of orders; rounds of e-games; lists of games, brands, bonus pools and ' +
      'favourites; messages to members; VIP grades, rebates, birthday gifts, welfare center',
  },
  {
    version: 5,
    schemas: '4e3073fa29da0adde74af29205f4ee42',
    change:
      'activities: list, check, apply, draw, receive, records; feedback; points, soccer lottery; ' +
      'agents, ladder and friends of invitations; rounds of red packet rain; activities that pay points; details of rounds and selections in the records',
  },
]
