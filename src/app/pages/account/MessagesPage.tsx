import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { inboxText } from '#messages/zh/inbox.ts'
import { isInboxKind, KINDS } from '#features/inbox/inbox-calls.ts'
import { InboxList } from '#features/inbox/InboxList.tsx'
import { NoticeList } from '#features/notice/NoticeList.tsx'
import { useNotices } from '#features/notice/use-notices.ts'
import { memberAtom } from '#state/session/session.ts'
import { unreadMessagesAtom } from '#state/session/unread.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const TABS = [...KINDS, 'site'] as const

/** `/app/messages` (S1.25): the messages of the member by kind, and the announcements of the site. */
export function MessagesPage() {
  useDocumentTitle(inboxText('title'))
  return (
    <MemberOnly>
      <Messages />
    </MemberOnly>
  )
}

function Messages() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('kind')
  const kind = isInboxKind(asked) || asked === 'site' ? asked : KINDS[0]
  const userId = useAtomValue(memberAtom)?.userId
  const unread = useAtomValue(unreadMessagesAtom)
  const notices = useNotices()
  const labelOf = (one: (typeof TABS)[number]): string => {
    const count = one === 'site' ? notices.unreadCount : (unread?.[one] ?? 0)
    const name = inboxText(`kind.${one}`)
    return count > 0 ? inboxText('kind.unread', { kind: name, count }) : name
  }
  return (
    <Page>
      <PageHead title={inboxText('title')} lead={inboxText('lead')} />
      <Tabs isStacked value={kind} onValueChange={(next) => setParams({ kind: next }, { replace: true })}>
        <TabList label={inboxText('kinds')} items={TABS.map((value) => ({ value, label: labelOf(value) }))} />
        {KINDS.map((one) => (
          <TabPanel key={one} value={one}>
            <Panel>
              {/* Keyed by member, so that messages of one member are never shown to the next. */}
              <InboxList key={`${userId} ${one}`} kind={one} name={inboxText(`kind.${one}`)} />
            </Panel>
          </TabPanel>
        ))}
        <TabPanel value="site">
          <Panel>
            <NoticeList notices={notices} />
          </Panel>
        </TabPanel>
      </Tabs>
    </Page>
  )
}
