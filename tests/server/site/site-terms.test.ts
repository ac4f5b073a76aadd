import { describe, expect, it } from 'vitest'
import { CUSTOMER_SERVICE } from '#server/site/content.ts'
import { ANNOUNCEMENTS, BANNERS } from '#server/site/content.ts'
import { DEFAULT_UI_PREFERENCES } from '#state/site/ui-preferences.ts'
import { SPONSORS } from '#lib/sponsors.ts'
import { roomText } from '#messages/zh/room.ts'

const responseTo = (part: string): string =>
  CUSTOMER_SERVICE.questions.find(({ question }) => question.includes(part))?.answer ?? ''

describe('texts of the site agree with the product', () => {
  it('S7.32 customer service names existing controls and the confirmation limit', () => {
    expect(responseTo('送错了')).toContain(`${DEFAULT_UI_PREFERENCES.giftPauseCoins.toLocaleString('en')} 金币`)
    for (const name of [roomText('row.more'), roomText('row.report'), roomText('row.block')]) {
      expect(responseTo('举报或屏蔽')).toContain(`“${name}”`)
    }
    expect(responseTo('举报或屏蔽')).not.toContain('名字')
  })

  it('S7.32 customer service asks for no hidden number, and gives durations', () => {
    expect(responseTo('没看到礼物')).not.toContain('把编号发给')
    expect(responseTo('没看到礼物')).toContain('“我的记录”')
    expect(responseTo('不能发言')).toContain('剩余时间')
  })

  it('S7.32 customer service lists the stored data: follows and visited rooms', () => {
    expect(responseTo('保存我的')).not.toMatch(/上传|图片/u)
    expect(responseTo('保存我的')).toMatch(/关注.*观看记录/u)
  })

  it('announcements promise to keep drafts, and no other form', () => {
    expect(ANNOUNCEMENTS.filter(({ content }) => content.includes('表'))).toEqual([])
  })

  it('a banner has two teams', () => {
    expect(BANNERS.home.filter(({ title }) => title.includes('同场'))).toEqual([])
  })

  it('sponsors promise no reminders and no statements of others', () => {
    const promises = SPONSORS.flatMap(({ together }) => together.map(({ text }) => text))
    expect(promises.filter((text) => /提醒|会有人/u.test(text))).toEqual([])
  })
})
