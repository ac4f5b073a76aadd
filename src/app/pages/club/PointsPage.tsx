import { useSearchParams } from 'react-router-dom'
import { ExchangeList } from '#features/points/ExchangeList.tsx'
import { PointsHead } from '#features/points/PointsHead.tsx'
import { PointsRecords } from '#features/points/PointsRecords.tsx'
import { SoccerLottery } from '#features/points/SoccerLottery.tsx'
import { pointsText } from '#messages/zh/points.ts'
import { useLikelyMemberId, useMemberData } from '#state/data/use-member-data.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const TABS = ['exchange', 'lottery', 'records'] as const

/** `/app/points` (S7.86, S7.87): balance, exchange, soccer lottery, records. */
export function PointsPage() {
  useDocumentTitle(pointsText('page'))
  const userId = useLikelyMemberId()
  return (
    <MemberOnly isEarly>
      {/* Keyed by member, so that points of one member are never shown to the next. */}
      <Page key={userId} isStacked>
        <PageHead title={pointsText('page')} lead={pointsText('lead')} />
        <Points />
      </Page>
    </MemberOnly>
  )
}

function Points() {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find((one) => one === params.get('tab')) ?? TABS[0]
  const query = useMemberData('points.get', {})
  const { data, retry } = query
  if (data === null) {
    return (
      <Panel title={pointsText('head.title')} isLead>
        <Loaded query={query} title={pointsText('head.failed')} rows={4} height={56} />
      </Panel>
    )
  }
  return (
    <>
      <PointsHead data={data} />
      <Tabs isStacked value={tab} onValueChange={(next) => setParams({ tab: next }, { replace: true })}>
        <TabList
          label={pointsText('tabs')}
          items={TABS.map((value) => ({ value, label: pointsText(`tab.${value}`) }))}
        />
        <TabPanel value="exchange">
          <ExchangeList data={data} onChange={retry} />
        </TabPanel>
        <TabPanel value="lottery">
          <SoccerLottery isBarred={data.isBarred} onChange={retry} />
        </TabPanel>
        <TabPanel value="records">
          <PointsRecords nextCountAt={data.nextCountAt} />
        </TabPanel>
      </Tabs>
    </>
  )
}
