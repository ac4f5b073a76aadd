import { useState } from 'react'
import { Avatar } from '#ui/art/Avatar.tsx'
import type { VenueType } from '#protocol/endpoints/game.ts'
import { VenueArt } from '#ui/art/VenueArt.tsx'
import { Button } from '#ui/button/Button.tsx'
import { CopyButton, CopyIcon } from '#ui/button/CopyButton.tsx'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Prose } from '#ui/page/PageBody.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Section } from '#ui/page/Section.tsx'
import { Tile, Tiles } from '#ui/page/Tiles.tsx'
import { LiveBadge } from '#ui/text/Badge.tsx'
import { Specimen } from './Specimen.tsx'

const VENUES: readonly (readonly [venue: VenueType, title: string, note: string])[] = [
  ['sport', '看台体育', '38 场在播'],
  ['casino', '真人视讯', '12 桌开放'],
  ['egame', '电子游艺', '热门 60 款'],
  ['esports', '电竞', '4 场在播'],
  ['fishing', '捕鱼', '随时开场'],
  ['chess', '棋牌', '维护至 06:00'],
]
const KINDS = [
  { value: 'football', label: '足球' },
  { value: 'basketball', label: '篮球' },
  { value: 'esports', label: '电竞' },
]

/** Panels, sections, rows, tiles, running text. */
// oxlint-disable-next-line max-lines-per-function -- a list of specimens
export function Frames() {
  const [kind, setKind] = useState('football')
  return (
    <>
      <Specimen title="场馆" isWide>
        <Tiles label="场馆">
          {VENUES.map(([venue, title, note]) => (
            <Tile
              key={venue}
              title={title}
              note={note}
              icon={<VenueArt venue={venue} size={28} />}
              to="/gallery"
              isClosed={venue === 'chess'}
            />
          ))}
        </Tiles>
      </Specimen>
      <Specimen title="段落的头" isWide>
        <Tabs value={kind} onValueChange={setKind}>
          <Section
            title="正在直播"
            tabs={<TabList label="看哪一类" items={KINDS} />}
            more={{ to: '/gallery', label: '全部 54 场' }}
          >
            <TabPanel value={kind}>{KINDS.find(({ value }) => value === kind)?.label}的比赛</TabPanel>
          </Section>
        </Tabs>
        <Section title="比赛结束后" note="共 3 场">
          <p>没有更多的一段。</p>
        </Section>
      </Specimen>
      <Specimen title="带标题的框与行">
        <Panel title="今晚赛程" aside={<span>11 月 21 日 周六</span>}>
          <Rows>
            <Row
              lead="21:30"
              title="南屿青年 对 云岭二队"
              note="海岸联赛"
              to="/gallery"
              end={
                <Button kind="reminder" size="tiny">
                  预约
                </Button>
              }
            />
            <Row lead="22:00" title="青禾 对 北港联 B" note="城市杯" end="已预约" />
          </Rows>
        </Panel>
      </Specimen>
      <Specimen title="人与消息">
        <Panel title="我的关注" aside={<MoreLink to="/gallery">管理关注</MoreLink>}>
          <Rows>
            <Row lead={<Avatar id="a1" />} title="楚楚讲球" note="正在讲 北港联 对 南屿" end={<LiveBadge />} />
            <Row title="雨战四连胜，北港联做对了什么" note="战报 · 18 分钟前" to="/gallery" isWrapped />
          </Rows>
        </Panel>
      </Specimen>
      <Specimen title="名称与值">
        <Panel title="订单">
          <Facts layout="ruled">
            <Fact name="订单号">
              D2611210000000001 <CopyIcon text="D2611210000000001" name="订单号" />
            </Fact>
            <Fact name="付款金额" isLead>
              ¥500.00
            </Fact>
          </Facts>
        </Panel>
        <Facts layout="plate">
          <Fact name="手续费">¥1.00</Fact>
          <Fact name="到账" isLead>
            ¥499.00
          </Fact>
        </Facts>
        <Facts layout="tiles">
          <Fact name="在看">1,280 人</Fact>
          <Fact name="码率">2,400 kbps</Fact>
        </Facts>
        <CopyButton text="https://grandstand.example/s/abcdefghij" name="链接" />
      </Specimen>
      <Specimen title="主角的框">
        <Panel title="今晚的主角" aside={<span>一页一个</span>} isLead>
          <Prose>
            <p>皮肤的记号只落在主角身上：双线、三色条、金边或一道光。</p>
            <ul>
              <li>卡片浮起来</li>
              <li>切边亮起来</li>
            </ul>
          </Prose>
        </Panel>
      </Specimen>
    </>
  )
}
