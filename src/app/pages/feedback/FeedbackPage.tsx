import { useState } from 'react'
import type { FeedbackSummary } from '#protocol/endpoints/account/feedback.ts'
import { dateTimeText } from '#features/club/club-format.ts'
import { feedbackText } from '#messages/zh/feedback.ts'
import { useLikelyMemberId, useMemberData } from '#state/data/use-member-data.ts'
import { useMessageChange } from '#state/session/use-message-change.ts'
import { Button } from '#ui/button/Button.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded, LoadedPage } from '#ui/state/Loaded.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './feedback.module.css'
import { FEEDBACK_PATH, FeedbackForm } from './FeedbackForm.tsx'

const PAGE_SIZE = 20

/** `/app/feedback` (S1.27): the form, and the feedback of the member with its state. */
export function FeedbackPage() {
  useDocumentTitle(feedbackText('title'))
  const userId = useLikelyMemberId()
  return (
    <MemberOnly>
      {/* Keyed by member, so that no text of the previous member remains. */}
      <Content key={userId} />
    </MemberOnly>
  )
}

function Content() {
  const [pageNum, setPageNum] = useState(1)
  const query = useMemberData('feedback.list', { pageNum, pageSize: PAGE_SIZE })
  useMessageChange(query.retry)
  return (
    <Page>
      <PageHead title={feedbackText('title')} lead={feedbackText('lead')} />
      <div className={styles.columns}>
        <Panel title={feedbackText('new')}>
          <FeedbackForm onSubmitted={() => (pageNum === 1 ? query.retry() : setPageNum(1))} />
        </Panel>
        <Panel title={feedbackText('list')}>
          <Loaded query={query} title={feedbackText('list.failed')} rows={3} height={56}>
            {({ list, total }) =>
              total === 0 ? (
                <EmptyState scene="mail" title={feedbackText('list.empty')} text={feedbackText('list.emptyText')} />
              ) : (
                <>
                  <LoadedPage query={query} failed={feedbackText('list.failed')}>
                    <Rows label={feedbackText('list')}>
                      {list.map((one) => (
                        <FeedbackRow key={one.id} feedback={one} />
                      ))}
                    </Rows>
                  </LoadedPage>
                  {total > PAGE_SIZE && (
                    <div className={styles.pager}>
                      <Button size="small" disabled={pageNum === 1} onClick={() => setPageNum(pageNum - 1)}>
                        {feedbackText('list.newer')}
                      </Button>
                      <Button
                        size="small"
                        disabled={pageNum * PAGE_SIZE >= total}
                        onClick={() => setPageNum(pageNum + 1)}
                      >
                        {feedbackText('list.earlier')}
                      </Button>
                    </div>
                  )}
                </>
              )
            }
          </Loaded>
        </Panel>
      </div>
    </Page>
  )
}

function FeedbackRow({ feedback: { id, type, content, status, updateTime, unread } }: { feedback: FeedbackSummary }) {
  return (
    <Row
      to={`${FEEDBACK_PATH}/${id}`}
      title={content}
      note={`${feedbackText(`type.${type}`)} · ${dateTimeText(updateTime)}`}
      end={
        <span className={styles.end}>
          {unread > 0 && <Badge tone="accent">{feedbackText('unread', { count: unread })}</Badge>}
          <Badge tone={status === '0' ? 'neutral' : 'plain'}>{feedbackText(`status.${status}`)}</Badge>
        </span>
      }
    />
  )
}
