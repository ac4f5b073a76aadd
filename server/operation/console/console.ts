import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { MatchFeed } from '../../matches/feed/match-feed.ts'
import type { Sportsbook } from '../../sports/sportsbook.ts'
import type { MatchCorrections } from '../../matches/match-corrections.ts'
import type { Matches } from '../../matches/matches.ts'
import { RecentProblems } from '../../config/recent-problems.ts'
import type { Logger } from '../../config/log.ts'
import type { Ingest } from '../../media/ingest/ingest.ts'
import type { PageOrigins } from '../../net/origin.ts'
import type { Services } from '../../calls/services.ts'
import { accessHandlers } from './calls/access.ts'
import { activityHandlers } from './calls/activities.ts'
import { agentHandlers } from './calls/agents.ts'
import { betHandlers } from './calls/bets.ts'
import { contentHandlers } from './calls/content.ts'
import { feedbackHandlers } from './calls/feedback.ts'
import { giftHandlers } from './calls/gifts.ts'
import { matchHandlers } from './calls/matches.ts'
import { messageHandlers } from './calls/messages.ts'
import { moderationHandlers } from './calls/moderation.ts'
import { operatorHandlers } from './calls/operators.ts'
import { passkeyHandlers } from './calls/passkeys.ts'
import { peopleHandlers } from './calls/people.ts'
import { pictureHandlers } from './calls/pictures.ts'
import { type LiveRoomServices, roomHandlers } from './calls/rooms.ts'
import { walletHandlers } from './calls/wallet.ts'
import { CoinAdjustments } from './coin-adjustments.ts'
import type { ConsoleHandlers } from './console-call.ts'
import { registerConsole } from './console-routes.ts'
import { OperatorSessions } from './operator-sessions.ts'
import { OperatorPasskeys } from './operator-passkeys.ts'
import { Operators } from './operators.ts'
import { OperatorFactors } from './second-factor.ts'

interface ConsoleOptions {
  readonly config: Config
  /** Warnings and errors of this process; none by default. */
  readonly recentProblems?: RecentProblems
  readonly services: Services
  /** Null if this process accepts no publishers. */
  readonly ingest?: Ingest | null
  /** Null for a stream whose media URLs are not signed, and without media. */
  readonly signedMedia?: LiveRoomServices['signedMedia']
  readonly matches: Matches
  readonly corrections: MatchCorrections
  readonly sportsbook: Sportsbook
  /** Null without a feed of matches. */
  readonly feed: MatchFeed | null
  readonly origins: PageOrigins
  /** False for blocked addresses. */
  readonly mayConnect: (address: string) => boolean
  readonly now: () => number
  readonly log: Logger
}

/** Adds the operator console: its calls, its accounts and its sessions. */
export async function openConsole(http: FastifyInstance, options: ConsoleOptions): Promise<{ operators: Operators }> {
  const { config, recentProblems, services, matches, corrections, sportsbook, feed, ingest = null, now, log } = options
  const { signedMedia = () => null } = options
  const { database, contacts } = services
  const operators = new Operators(database, { now })
  const sessions = new OperatorSessions(database, { now })
  // `sessions` are those of operators. Some handlers need those of members.
  const all = {
    ...services,
    ingest: services.publishers ?? ingest,
    signedMedia,
    matches,
    corrections,
    sportsbook,
    feed,
    operators,
    sessions,
    factors: new OperatorFactors(database, { cipher: contacts.cipher, now }),
    operatorPasskeys: new OperatorPasskeys(database, { now, allowedOrigins: config.allowedOrigins }),
    adjustments: new CoinAdjustments(database, { ledger: services.ledger, now }),
    config,
    recentProblems: recentProblems ?? new RecentProblems(now),
    siteId: config.siteId,
    startedAt: now(),
    now,
    log,
  }
  const withMemberSessions = { ...all, sessions: services.sessions }
  const people = peopleHandlers(withMemberSessions)
  const handlers: ConsoleHandlers = {
    ...accessHandlers(all),
    ...passkeyHandlers(all),
    ...operatorHandlers(all),
    ...contentHandlers(all),
    ...giftHandlers(all),
    ...activityHandlers(all),
    ...pictureHandlers(all),
    ...roomHandlers(all),
    ...matchHandlers(all),
    ...walletHandlers(all),
    ...betHandlers(all),
    ...messageHandlers(all),
    ...feedbackHandlers(all),
    ...agentHandlers(all),
    ...people,
    ...moderationHandlers({ ...withMemberSessions, people }),
  }
  const { origins, mayConnect } = options
  await registerConsole(http, { database, sessions, handlers, origins, mayConnect, now, log })
  return { operators }
}
