import { describe, expect, it } from 'vitest'
import { hasTag, isActivityPath, isBarredFromActivities } from '#protocol/rules/activity.ts'

describe('S6.10 S8.22 tags of a member', () => {
  it.each([
    [[], false, false],
    [['ACT_BLACK'], true, false],
    [['NO_GRADE'], false, true],
    [['VIP', 'NO_GRADE', 'ACT_BLACK'], true, true],
  ])('%j exclude from activities: %s, from grades: %s', (tags, isBarred, hasNoGrade) => {
    expect(isBarredFromActivities({ tags })).toBe(isBarred)
    expect(hasTag({ tags }, 'ACT_BLACK')).toBe(isBarred)
    expect(hasTag({ tags }, 'NO_GRADE')).toBe(hasNoGrade)
  })

  it.each([null, undefined])('a visitor (%s) has none', (visitor) => {
    expect(isBarredFromActivities(visitor)).toBe(false)
    expect(hasTag(visitor, 'NO_GRADE')).toBe(false)
  })
})

it.each([
  ['/carnivalactivity/derby', true],
  ['/x/oldcarnivalactivity2026/derby', true],
  ['/app/activity/invite', false],
  ['/', false],
])('S2.8 the path %s is one of an activity: %s', (path, isOne) => {
  expect(isActivityPath(path)).toBe(isOne)
})
