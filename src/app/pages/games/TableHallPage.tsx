import { useEffect } from 'react'
import { tablesText } from '#messages/zh/tables.ts'
import { TableHall } from '#features/table/TableHall.tsx'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { takeTables, useTablesRoom } from '#state/games/tables.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Section } from '#ui/page/Section.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './hall.module.css'

const NO_PARAMS = {}

/** `/app/live-casino` (S1.8): the live tables with their roads, limits and viewers. */
export function TableHallPage() {
  const query = useCachedData('table.list', NO_PARAMS)
  useTablesRoom()
  useDocumentTitle(tablesText('page'))
  const { data } = query
  useEffect(() => {
    if (data !== null) takeTables(data.list.map(({ state }) => state))
  }, [data])
  return (
    <Page>
      <PageHead title={tablesText('page')} lead={tablesText('lead')} />
      <Section title={tablesText('hall')}>
        <Loaded query={query} level={2} failed={tablesText('failed')} rows={3} height={220}>
          {({ list }) => <TableHall list={list} />}
        </Loaded>
      </Section>
      <Panel title={tablesText('fairTitle')} aside={<MoreLink to="/app/verify">{tablesText('fairVerify')}</MoreLink>}>
        <div className={styles.fair}>
          <p>{tablesText('fairShoe')}</p>
          <p>{tablesText('fairRound')}</p>
          <p>{tablesText('fairWindow')}</p>
          <MoreLink to="/app/responsible">{tablesText('fairLimits')}</MoreLink>
        </div>
      </Panel>
    </Page>
  )
}
