import { describe, expect, it } from 'vitest'
import {
  changedRules,
  isAnnounced,
  isPermanentMute,
  PERMANENT_MUTE_END,
  rulesHolding,
  setupChanges,
  setupOf,
} from '#protocol/rules/speaking.ts'

const FREE = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '文明观赛' }
const STRICT = { slowModeSeconds: 5, minVipLevel: 2, muteAll: true, welcomeText: '' }

describe('S6.7 chat rules of a room', () => {
  it.each([
    [FREE, []],
    [{ ...FREE, slowModeSeconds: 1 }, ['slowModeSeconds']],
    [{ ...FREE, minVipLevel: 1 }, ['minVipLevel']],
    [{ ...FREE, muteAll: true }, ['muteAll']],
    [STRICT, ['muteAll', 'slowModeSeconds', 'minVipLevel']],
  ])('of %j are active, the strictest first', (setup, rules) => {
    expect(rulesHolding(setup)).toEqual(rules)
  })

  it.each([
    [FREE, FREE, []],
    [FREE, { ...FREE, welcomeText: '' }, ['welcomeText']],
    [FREE, { ...FREE, muteAll: true, minVipLevel: 1 }, ['minVipLevel', 'muteAll']],
    [STRICT, FREE, ['slowModeSeconds', 'minVipLevel', 'muteAll', 'welcomeText']],
  ])('differ from %j to %j by their fields', (before, after, fields) => {
    expect(setupChanges(before, after)).toEqual(fields)
  })
})

describe('S6.7 an entry that changes the setup', () => {
  it.each([
    [['welcomeText', 'minVipLevel', 'muteAll'], ['muteAll', 'minVipLevel'], true],
    [['slowModeSeconds'], ['slowModeSeconds'], true],
    [['welcomeText', 'a-rule-of-next-year'], [], false],
    [[], [], false],
  ])('with the changed fields %j has changed the rules %j', (changed, rules, isShown) => {
    expect(changedRules({ ...STRICT, changed })).toEqual(rules)
    expect(isAnnounced({ ...STRICT, changed })).toBe(isShown)
  })

  it('is shown if it is older than the list of changed fields', () => {
    expect(changedRules(STRICT)).toBeNull()
    expect(isAnnounced(STRICT)).toBe(true)
  })

  it('contains the new setup', () => {
    expect(setupOf({ ...STRICT, changed: ['muteAll'] })).toEqual(STRICT)
    expect(setupOf(STRICT)).toEqual(STRICT)
  })
})

it('a mute is permanent from the last supported day on', () => {
  expect(isPermanentMute(PERMANENT_MUTE_END - 1)).toBe(false)
  expect(isPermanentMute(PERMANENT_MUTE_END)).toBe(true)
  expect(isPermanentMute(PERMANENT_MUTE_END + 1)).toBe(true)
})
