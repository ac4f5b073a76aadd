import type { OperatorRole } from '#protocol/console/constants.ts'
import type { ConsoleActionName } from '#protocol/console/table.ts'

/** `none`: no session. `pending`: the second factor is missing. */
export const CALLERS = ['none', 'pending', 'operator', 'editor', 'moderator', 'anchor', 'auditor'] as const
export type Caller = (typeof CALLERS)[number]

/** `public`, `pending`, or one letter per role: Operator, Editor, Moderator, aNchor, Auditor. */
type Access = string

const LETTERS: Readonly<Record<OperatorRole, string>> = {
  operator: 'O',
  editor: 'E',
  moderator: 'M',
  anchor: 'N',
  auditor: 'A',
}

/**
 * The intended access of every action, maintained by hand, because a wrong list of roles gives power to somebody. A new
 * action does not compile until it is added here.
 */
export const CONSOLE_ACCESS: Readonly<Record<ConsoleActionName, Access>> = {
  'setup.check': 'public',
  'setup.complete': 'public',
  'invitation.check': 'public',
  'invitation.accept': 'public',
  'session.signIn': 'public',
  'session.get': 'public',
  'session.signOut': 'pending',
  'factor.enrol': 'pending',
  'factor.confirm': 'pending',
  'factor.verify': 'pending',
  'factor.renewCodes': 'OEMNA',
  'passkey.list': 'OEMNA',
  'passkey.addOptions': 'pending',
  'passkey.add': 'pending',
  'passkey.rename': 'OEMNA',
  'passkey.remove': 'OEMNA',
  'passkey.verifyOptions': 'pending',
  'passkey.verify': 'pending',
  'operator.list': 'OA',
  'operator.invite': 'O',
  'operator.renewLink': 'O',
  'operator.setRole': 'O',
  'operator.resetFactor': 'O',
  'operator.setDisabled': 'O',
  'audit.list': 'OA',
  'overview.get': 'OEMA',
  'doctor.run': 'O',
  'member.search': 'OMA',
  'member.get': 'OMA',
  'member.setNote': 'OM',
  'member.ban': 'OM',
  'member.unban': 'OM',
  'member.mute': 'OM',
  'member.unmute': 'OM',
  'member.signOut': 'OM',
  'member.resetFactor': 'O',
  'activity.list': 'OEA',
  'activity.dryRun': 'OE',
  'activity.save': 'OE',
  'activity.start': 'O',
  'activity.stop': 'O',
  'coins.adjust': 'O',
  'coins.decide': 'O',
  'coins.list': 'OA',
  'bet.matches': 'OA',
  'bet.list': 'OA',
  'bet.void': 'O',
  'bet.settleMarket': 'O',
  'bet.releaseMarket': 'O',
  'bet.resettle': 'O',
  'config.get': 'OEA',
  'config.save': 'OE',
  'revision.list': 'OEA',
  'content.list': 'OEA',
  'content.save': 'OE',
  'content.remove': 'OE',
  'picture.add': 'OE',
  'gift.list': 'OEA',
  'gift.save': 'OE',
  'anchor.list': 'OEA',
  'anchor.create': 'O',
  'anchor.update': 'O',
  'anchor.renewKey': 'ON',
  'room.list': 'OEMNA',
  'room.get': 'OEMNA',
  'stream.get': 'N',
  'room.create': 'OE',
  'room.update': 'OE',
  'room.setOpen': 'OE',
  'room.setCover': 'OE',
  'room.setAdmins': 'O',
  'room.setRules': 'OM',
  'room.setWelcome': 'OMN',
  'room.pin': 'OMN',
  'match.list': 'OEMA',
  'match.feed': 'OEMA',
  'match.correct': 'OE',
  'match.release': 'OE',
  'agent.list': 'OA',
  'agent.decide': 'O',
  'feedback.list': 'OA',
  'feedback.answer': 'O',
  'feedback.close': 'O',
  'feedback.picture': 'OA',
  'inbox.list': 'OEA',
  'inbox.count': 'OE',
  'inbox.send': 'OE',
  'inbox.recall': 'OE',
  'report.list': 'OMA',
  'report.decide': 'OM',
  'term.list': 'OMA',
  'term.change': 'OM',
  'term.test': 'OMA',
  'block.list': 'OMA',
  'block.add': 'OM',
  'block.remove': 'OM',
  'review.list': 'OA',
  'review.decide': 'O',
  'review.proof': 'OA',
}

export type AccessOutcome = 'allowed' | 'must sign in' | 'second factor' | 'role refused'

/** What an action answers to each caller. */
export function outcomesOf(name: ConsoleActionName): Record<Caller, AccessOutcome> {
  const access = CONSOLE_ACCESS[name]
  const of = (caller: Caller): AccessOutcome => {
    if (access === 'public') return 'allowed'
    if (caller === 'none') return 'must sign in'
    if (access === 'pending') return 'allowed'
    if (caller === 'pending') return 'second factor'
    return access.includes(LETTERS[caller]) ? 'allowed' : 'role refused'
  }
  return Object.fromEntries(CALLERS.map((caller) => [caller, of(caller)])) as Record<Caller, AccessOutcome>
}
