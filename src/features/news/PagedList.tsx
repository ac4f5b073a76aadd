import type { ReactNode } from 'react'
import { newsText } from '#messages/zh/news.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { ListFoot } from '#ui/page/ListFoot.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import styles from './PagedList.module.css'
import type { PagedList } from './use-pages.ts'

interface PagedTabsProps<Value extends string> {
  readonly label: string
  readonly tabs: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onValueChange: (value: Value) => void
  readonly pages: PagedList<unknown>
  /** What failed, if the server does not say why. */
  readonly failed: string
  readonly skeleton: ReactNode
  /** Shown if the list has no items. */
  readonly empty: ReactNode
  /** The loaded items. */
  readonly children: ReactNode
}

/** A list of news or tips under tabs, with its loading, error and empty states. More items load near its end. */
export function PagedTabs<Value extends string>(props: PagedTabsProps<Value>) {
  const { label, tabs, value, onValueChange, pages, failed, skeleton, empty, children } = props
  const { items, total, failure, isLoading, more } = pages
  const rest = total === null ? skeleton : empty
  return (
    <Tabs className={styles.list} value={value} onValueChange={onValueChange}>
      <TabList label={label} items={tabs} className={styles.tabs} />
      <TabPanel value={value}>
        <Panel isLead>
          {items.length > 0 && children}
          {items.length > 0 && <LoadMore pages={pages} />}
          {items.length === 0 && failure && (
            <ErrorPanel
              level={2}
              message={failure.message || failed}
              failure={failure}
              isRetrying={isLoading}
              onRetry={more}
            />
          )}
          {items.length === 0 && !failure && rest}
        </Panel>
      </TabPanel>
    </Tabs>
  )
}

/** The end of a list of news or tips. */
function LoadMore({ pages: { more, items, ...state } }: { readonly pages: PagedList<unknown> }) {
  const count = items.length
  const text = {
    failed: newsText('list.moreFailed'),
    more: newsText('list.more'),
    end: newsText('list.end', { count }),
  }
  return <ListFoot {...state} count={count} text={text} onMore={more} />
}
