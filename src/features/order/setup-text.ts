import type { EntryData, RoomSetup } from '#protocol/room/feed.ts'
import type { SpeakingRule } from '#protocol/rules/speaking.ts'
import { changedRules, rulesHolding } from '#protocol/rules/speaking.ts'
import { rt } from '#lib/text/room.ts'

function ruleText(rule: SpeakingRule, { muteAll, slowModeSeconds: seconds, minVipLevel: level }: RoomSetup): string {
  switch (rule) {
    case 'muteAll':
      return rt(muteAll ? 'row.setup.muteAll' : 'row.setup.muteAllOff')
    case 'slowModeSeconds':
      return seconds > 0 ? rt('row.setup.slow', { seconds }) : rt('row.setup.slowOff')
    case 'minVipLevel':
      return level > 0 ? rt('row.setup.vip', { level }) : rt('row.setup.vipOff')
  }
}

/**
 * What a change of the rules of speaking is told as (S6.7): the rules that changed, or that none holds any more. An older
 * entry does not say what changed: it tells the strictest rule that holds.
 */
export function setupText(setup: EntryData['setup']): string {
  const holding = rulesHolding(setup)
  if (holding.length === 0) return rt('row.setup.open')
  const rules = changedRules(setup) ?? holding.slice(0, 1)
  const texts = rules.map((rule) => ruleText(rule, setup))
  return texts.reduce((text, more) => (text === '' ? more : rt('row.setup.and', { text, more })), '')
}
