import { describe, expect, it } from 'vitest'
import { auditText } from '#features/administration/AuditSheet.tsx'
import { changedTerms, termsOf } from '#features/administration/SetupSheet.tsx'
import { announcementOf } from '#features/chat/list/announcements.ts'
import { EMOJI_GROUPS, emojiName, findEmoji } from '#features/chat/composer/EmojiPanel.tsx'
import { rowName } from '#features/chat/rows/row-info.ts'
import { remainingText, sendBlock } from '#features/chat/composer/send-rules.ts'
import { setupText } from '#features/chat/rows/SystemRow.tsx'
import { PERMANENT_MUTE_END } from '#protocol/rules/speaking.ts'
import { applyMessages, roomEntered, roomOpened } from '#state/feed/apply-batch.ts'
import { withBlocked } from '#state/feed/feed-atoms.ts'
import { rowItem } from '#state/feed/feed-list.ts'
import { isVisible, newTexts, EMPTY_FEED } from '#state/feed/feed-state.ts'
import { readMore, startReading } from '#state/feed/reading.ts'
import {
  author,
  batch,
  giftRow,
  NOON,
  orderRow,
  SNAPSHOT,
  textRow,
  welcomeRow,
} from '#tests/ui/support/feed-fixtures.ts'

const noisy = author('刷屏的人')
const opened = roomEntered(roomOpened(EMPTY_FEED, 'r'), { chatRoomNo: 'r', snapshot: SNAPSHOT, role: 'member' })

describe('屏蔽用户', () => {
  it('hides all rows of the member, and no rows of others or own rows', () => {
    const feed = withBlocked(opened, noisy.userId, true)
    const shows = (row: Parameters<typeof rowItem>[0]) => isVisible(rowItem(row, 1), feed)
    expect(shows(textRow(1, '刷', { author: noisy }))).toBe(false)
    expect(shows(giftRow(2, {}, { author: noisy }))).toBe(false)
    expect(shows(orderRow(3, { author: noisy }))).toBe(false)
    expect(shows(textRow(4, '刷', { author: noisy, isMine: true }))).toBe(true)
    expect(shows(textRow(5))).toBe(true)
  })

  it('keeps the counts of new messages and mentions exact, before, while and after', () => {
    const rows = [
      textRow(1),
      textRow(2, '@我 刷', { author: noisy, isMention: true }),
      textRow(3, '刷', { author: noisy }),
    ]
    const reading = applyMessages(startReading(opened), [batch(rows)])
    expect(reading.reading).toMatchObject({ unread: 3, mentions: 1 })
    const blocked = withBlocked(reading, noisy.userId, true)
    expect(blocked.reading).toMatchObject({ unread: 1, mentions: 0 })
    const later = applyMessages(blocked, [batch([textRow(4, '刷', { author: noisy }), textRow(5)])])
    expect(later.reading).toMatchObject({ unread: 2, mentions: 0 })
    expect(withBlocked(later, noisy.userId, false).reading).toMatchObject({ unread: 5, mentions: 1 })
    expect(readMore(later).reading).toMatchObject({ unread: 0, mentions: 0 })
  })

  it('keeps a withdrawn order hidden and does not count it', () => {
    const rows = [orderRow(1, { author: noisy }), orderRow(2), orderRow(3, { author: noisy, isMine: true })]
    const feed = applyMessages(withBlocked(opened, noisy.userId, true), [batch(rows)])
    const reading = applyMessages(startReading(feed), [batch([orderRow(4, { author: noisy }), textRow(5)])])
    const patches = [1, 2, 3, 4].map((seq) => ({ type: 'revert' as const, orderId: `e${seq}`, seq: 5 + seq }))
    const after = applyMessages(reading, [batch([], { lastSeq: 9, patches })])
    const shown = after.items.filter((item) => isVisible(item, after)).map(({ key }) => key)
    expect(shown).toEqual(['e2', 'e3', 'e5'])
    expect(after.reading).toMatchObject({ unread: 1 })
    expect(JSON.stringify(after.items)).not.toContain('北港联')
  })

  it('hides the member from danmaku and welcome strip, also in the next room', () => {
    const first = applyMessages(withBlocked(opened, noisy.userId, true), [batch([textRow(1)])])
    const next = applyMessages(first, [batch([textRow(2, '刷', { author: noisy }), textRow(3)])])
    expect(newTexts(first, next, NOON).map(({ id }) => id)).toEqual(['e3'])
    const other = author('灯塔', 6)
    const welcomed = applyMessages(next, [
      batch([], { welcome: welcomeRow('w1', other, NOON) }),
      batch([], { welcome: welcomeRow('w2', noisy, NOON) }),
    ])
    expect(welcomed.welcome?.id).toBe('w1')
    expect(roomOpened(next, 'other').blocked.has(noisy.userId)).toBe(true)
  })
})

describe('S9 screen reader texts', () => {
  it('name a mention and a withdrawn order, and count the other messages', () => {
    const mention = textRow(2, '@我 看这里', { isMention: true })
    const say = (...rows: Parameters<typeof rowItem>[0][]) => announcementOf(rows.map((row) => rowItem(row, 1)))
    expect(say(textRow(1, '好球'))).toEqual({ text: '小满：好球', isCount: false })
    expect(say(mention)?.text).toBe('小满 提到你：@我 看这里')
    expect(say(textRow(1), mention, textRow(3))?.text).toBe('小满 提到你：@我 看这里；另有 2 条新消息')
    const revert = { ...textRow(4), kind: 'revert' as const, data: { orderId: 'e4' } }
    expect(say(revert)?.text).toBe('一条注单已撤回')
    expect(say(textRow(1), textRow(2))).toEqual({ text: '2 条新消息', isCount: true })
    expect(say(textRow(1, '我说的', { isMine: true }))).toBeNull()
    expect(say({ ...revert, isMine: true })?.text).toBe('一条注单已撤回')
  })

  it('name a row by author, text and time', () => {
    expect(rowName(textRow(1, '好球'), '')).toMatch(/^小满：好球，20:00:00$/)
    expect(rowName(textRow(1, '看', { isMine: true }), '')).toMatch(/^我：看，/)
    expect(rowName(textRow(1, '看', { isMention: true }), '')).toMatch(/^提到你，小满：看，/)
    expect(rowName(giftRow(1), '阿楠：送出战鼓 ×1')).toMatch(/^阿楠：送出战鼓 ×1，/)
  })
})

describe('emoji', () => {
  it('are in groups, each once, at least 150 with a name and keywords', () => {
    const all = EMOJI_GROUPS.flatMap(({ emoji }) => emoji)
    expect(all.length).toBeGreaterThanOrEqual(150)
    expect(new Set(all).size).toBe(all.length)
    for (const emoji of all) expect(emojiName(emoji), emoji).toMatch(/^[\u4e00-\u9fff]+$/)
  })

  it('are found by keyword, exact matches first', () => {
    expect(findEmoji('进球')).toContain('⚽')
    expect(findEmoji(' 红牌 ')[0]).toBe('🟥')
    expect(findEmoji('666')).toEqual(['🤙'])
    expect(findEmoji('⚽')).toEqual(['⚽'])
    expect(findEmoji('  ')).toEqual([])
    expect(findEmoji('没有这种')).toEqual([])
  })
})

describe('S6.7 what blocks a member from sending', () => {
  const state = {
    role: 'member' as const,
    vipLevel: 0,
    setup: SNAPSHOT.setup,
    siteMinVipLevel: 0,
    mutedUntil: null,
    muteReason: null,
    refusal: null,
    lastSentAt: null,
    isClosed: false,
  }

  it('S9.14 is the higher level of room and site', () => {
    const reasonAt = (minVipLevel: number, siteMinVipLevel: number) =>
      sendBlock({ ...state, vipLevel: 2, setup: { ...state.setup, minVipLevel }, siteMinVipLevel }, NOON)?.reason
    expect(reasonAt(0, 3)).toBe('VIP 3 以上可发言')
    expect(reasonAt(5, 3)).toBe('VIP 5 以上可发言')
    expect(reasonAt(1, 2)).toBeUndefined()
  })

  it('is slow mode from the time of the ack, and never longer than configured', () => {
    const setup = { ...state.setup, slowModeSeconds: 10 }
    const untilAt = (now: number) => sendBlock({ ...state, setup, lastSentAt: NOON + 900 }, now)?.until
    expect(untilAt(NOON)).toBe(NOON + 10_000)
    expect(untilAt(NOON + 1_000)).toBe(NOON + 10_900)
    expect(untilAt(NOON + 10_899)).toBe(NOON + 10_900)
    expect(untilAt(NOON + 10_900)).toBeUndefined()
  })

  it('is a mute until its end, or a permanent one without an end', () => {
    const timed = sendBlock({ ...state, mutedUntil: NOON + 90_000, muteReason: '刷屏' }, NOON)
    expect(timed).toEqual({ reason: '你已被禁言：刷屏', remaining: '，90 秒后恢复', until: NOON + 90_000 })
    const forGood = sendBlock({ ...state, mutedUntil: PERMANENT_MUTE_END, muteReason: '广告' }, NOON)
    expect(forGood).toEqual({ reason: '你已被禁言：广告', remaining: '，解除前不能发言', until: null })
    expect(remainingText(7 * 24 * 3_600_000)).toBe('7 天')
    expect(remainingText(600_000 + 900)).toBe('10 分钟')
  })
})

describe('S6.7 the row of a change of the rules', () => {
  const setup = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '欢迎' }
  it.each([
    [{ muteAll: true }, ['muteAll'], '房管开启了全员禁言'],
    [{ muteAll: true, slowModeSeconds: 5 }, ['slowModeSeconds'], '慢速模式：每人每 5 秒一条'],
    [{ slowModeSeconds: 5, minVipLevel: 3 }, ['minVipLevel', 'welcomeText'], '已设为 VIP 3 以上可发言'],
    [{ slowModeSeconds: 5 }, ['minVipLevel'], '发言等级限制已取消'],
    [{ minVipLevel: 3 }, ['slowModeSeconds', 'muteAll'], '房管解除了全员禁言；慢速模式已关闭'],
    [{}, ['slowModeSeconds'], '聊天已恢复正常'],
    // Old entries do not contain the changed fields.
    [{}, undefined, '聊天已恢复正常'],
    [{ muteAll: true, slowModeSeconds: 5 }, undefined, '房管开启了全员禁言'],
    [{ slowModeSeconds: 5, minVipLevel: 3 }, undefined, '慢速模式：每人每 5 秒一条'],
  ])('shows for %j, of which changed %j: %s', (rules, changed, text) => {
    expect(setupText({ ...setup, ...rules, ...(changed && { changed }) })).toBe(text)
  })
})

describe('S6.7 the blocked words of a room', () => {
  it('are parsed one per line', () => {
    expect(termsOf(' 比分网 \n\n假球')).toEqual(['比分网', '假球'])
    expect(termsOf('长'.repeat(99))[0]).toHaveLength(32)
    expect(termsOf(Array.from({ length: 900 }, (_, number) => `词${number}`).join('\n'))).toHaveLength(200)
  })

  it('are compared with the wanted ones', () => {
    expect(changedTerms(['一', '二'], ['二', '三', '三'])).toEqual({ added: ['三'], removed: ['一'] })
    expect(changedTerms(['一'], [])).toEqual({ added: [], removed: ['一'] })
    expect(changedTerms(['一', '二'], ['二', '一'])).toEqual({ added: [], removed: [] })
  })
})

describe('S6.7 the audit texts', () => {
  const row = { id: '1', at: NOON, byName: '阿岩', memberName: '小白', count: 2, text: '刷屏', until: null }
  it('describe every action', () => {
    expect(auditText({ ...row, action: 'delete' })).toBe('删除了 小白 的 2 条消息')
    expect(auditText({ ...row, action: 'delete-all' })).toBe('删除了 小白 的全部消息')
    expect(auditText({ ...row, action: 'mute', until: PERMANENT_MUTE_END })).toBe('永久禁言 小白：刷屏')
    expect(auditText({ ...row, action: 'unblock' })).toBe('解除了 小白 的禁言')
    expect(auditText({ ...row, action: 'pin' })).toBe('置顶：刷屏')
    expect(auditText({ ...row, action: 'pin', text: null })).toBe('发布了置顶，内容已删除')
    expect(auditText({ ...row, action: 'words' })).toBe('修改了屏蔽词，共 2 个')
    expect(auditText({ ...row, action: 'delete-all', memberName: null })).toBe('删除了 某人 的全部消息')
  })
})
