import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { activityPathOf, definitionOfId, definitionOfSlug, kindsOfPage } from '#protocol/activities/definitions.ts'
import type { ActivityName } from '#protocol/activities/definition.ts'
import { activityMessages, activityText } from '#messages/zh/activity.ts'
import { useLikelyMemberId } from '#state/data/use-member-data.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Page } from '#ui/page/Page.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { ActivityBody } from './ActivityBody.tsx'
import styles from './KindPage.module.css'

/**
 * `/app/activity/:kind`: an activity with its rules, state and records; `?id=` selects one that is not the current. Kinds
 * that share a page are its tabs.
 */
export function KindPage() {
  const { kind = '' } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const userId = useLikelyMemberId()
  const definition = definitionOfSlug(kind)
  const tabs = definition ? kindsOfPage(definition) : []
  const name = definition?.name
  const body = <ActivityBody key={name} name={name} id={search.get('id')} />
  return (
    <MemberOnly isEarly>
      <Page key={`${userId} ${definition?.page ?? kind}`} isStacked>
        {name === undefined || tabs.length === 0 ? (
          body
        ) : (
          <Tabs
            isStacked
            value={name}
            onValueChange={(next) => void navigate(activityPathOf(next) ?? '', { replace: true })}
          >
            <TabList
              label={activityText('tabs')}
              items={tabs.map((one) => ({ value: one.name, label: tabText(one.name) }))}
            />
            <TabPanel value={name} className={styles.panel}>
              {body}
            </TabPanel>
          </Tabs>
        )}
      </Page>
    </MemberOnly>
  )
}

/** `/app/promos/:id`: an activity by its id, also for visitors (S1.17). */
export function PromoPage() {
  const { id = '' } = useParams()
  const userId = useLikelyMemberId()
  return (
    <Page key={`${userId} ${id}`} isStacked>
      <ActivityBody name={definitionOfId(id)?.name} id={id} />
    </Page>
  )
}

/** The name of a tab; that of the kind has a message if it shares a page. */
function tabText(name: ActivityName): string {
  const key = `tab.${name}`
  return isTab(key) ? activityText(key) : name
}

function isTab(key: string): key is Extract<keyof typeof activityMessages, `tab.${string}`> {
  return Object.hasOwn(activityMessages, key)
}
