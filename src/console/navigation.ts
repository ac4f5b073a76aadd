import type { ConsoleActionName } from '#protocol/console/table.ts'

/** Screens of the navigation, in order, with the read that each needs; null is for every operator. */
const ENTRIES = [
  { path: '/console/overview', label: 'nav.overview', needs: 'overview.get' },
  { path: '/console/stream', label: 'nav.stream', needs: 'stream.get' },
  { path: '/console/rooms', label: 'nav.rooms', needs: 'room.list' },
  { path: '/console/anchors', label: 'nav.anchors', needs: 'anchor.list' },
  { path: '/console/matches', label: 'nav.matches', needs: 'match.list' },
  { path: '/console/reports', label: 'nav.reports', needs: 'report.list' },
  { path: '/console/blocks', label: 'nav.blocks', needs: 'block.list' },
  { path: '/console/people', label: 'nav.people', needs: 'member.search' },
  { path: '/console/reviews', label: 'nav.reviews', needs: 'review.list' },
  { path: '/console/bets', label: 'nav.bets', needs: 'bet.matches' },
  { path: '/console/coins', label: 'nav.coins', needs: 'coins.list' },
  { path: '/console/content', label: 'nav.content', needs: 'content.list' },
  { path: '/console/messages', label: 'nav.messages', needs: 'inbox.list' },
  { path: '/console/feedback', label: 'nav.feedback', needs: 'feedback.list' },
  { path: '/console/agents', label: 'nav.agents', needs: 'agent.list' },
  { path: '/console/gifts', label: 'nav.gifts', needs: 'gift.list' },
  { path: '/console/activities', label: 'nav.activities', needs: 'activity.list' },
  { path: '/console/config', label: 'nav.config', needs: 'config.get' },
  { path: '/console/operators', label: 'nav.operators', needs: 'operator.list' },
  { path: '/console/audit', label: 'nav.audit', needs: 'audit.list' },
  { path: '/console/doctor', label: 'nav.doctor', needs: 'doctor.run' },
  { path: '/console/account', label: 'nav.account', needs: null },
] as const satisfies readonly { path: string; label: string; needs: ConsoleActionName | null }[]

type Can = (name: ConsoleActionName) => boolean

/** The entries that an operator may open. */
export const allowedEntries = (can: Can) => ENTRIES.filter(({ needs }) => needs === null || can(needs))

/** Path of the first screen of an operator. */
export const firstPath = (can: Can): string => allowedEntries(can)[0]?.path ?? '/console/account'
