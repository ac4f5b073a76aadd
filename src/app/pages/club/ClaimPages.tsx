import type { ReactNode } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { RebateList } from '#features/club/RebateList.tsx'
import { type Claims, useClaims } from '#features/club/use-claims.ts'
import { WelfareList } from '#features/club/WelfareList.tsx'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { exclusionOf } from '#lib/play-stop-text.ts'
import { clubText } from '#messages/zh/club.ts'
import { useLikelyMemberId, useMemberData } from '#state/data/use-member-data.ts'
import { call } from '#transport/client.ts'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

/** `/app/rebate` (S1.16, S7.83): rebates by day and class of venues. */
export function RebatePage() {
  return (
    <ClaimPage
      endpoint="rebate.list"
      claim={(id) => call('rebate.receive', { id })}
      title={clubText('rebate.page')}
      lead={clubText('rebate.lead')}
      failed={clubText('rebate.failed')}
      refused={{ [CODES.NOT_FOUND]: clubText('rebate.off') }}
      render={(data, claims) => <RebateList data={data} claims={claims} />}
    />
  )
}

/** `/app/welfare` (S1.18, S7.84): everything that can be claimed. */
export function WelfarePage() {
  return (
    <ClaimPage
      endpoint="welfare.list"
      claim={(id) => call('welfare.receive', { id })}
      title={clubText('welfare.page')}
      lead={clubText('welfare.lead')}
      failed={clubText('welfare.failed')}
      refused={{ [CODES.ACTIVITY_BLACKLIST]: clubText('welfare.barred') }}
      render={(data, claims) => <WelfareList data={data} claims={claims} />}
    />
  )
}

type ListName = Extract<EndpointName, 'rebate.list' | 'welfare.list'>

interface ClaimPageProps<Name extends ListName> {
  readonly endpoint: Name
  readonly claim: Parameters<typeof useClaims>[0]
  readonly title: string
  readonly lead: string
  readonly failed: string
  /** Texts in place of the list, by the code of the refusal. */
  readonly refused: Readonly<Record<number, string>>
  readonly render: (data: ViewOf<Name>, claims: Claims) => ReactNode
}

/** A list of things to claim, for members. */
function ClaimPage<Name extends ListName>(props: ClaimPageProps<Name>) {
  useDocumentTitle(props.title)
  const userId = useLikelyMemberId()
  return (
    <MemberOnly isEarly>
      <Page key={userId} isStacked>
        <PageHead title={props.title} lead={props.lead} />
        <ClaimContent {...props} />
      </Page>
    </MemberOnly>
  )
}

function ClaimContent<Name extends ListName>({
  endpoint,
  claim,
  title,
  failed,
  refused,
  render,
}: ClaimPageProps<Name>) {
  const query = useMemberData<ListName>(endpoint, {})
  const claims = useClaims(claim, query.retry)
  const stop = exclusionOf(query.failure)
  const text = query.failure && refused[query.failure.code]
  if (stop) return <StopNote stop={stop} action="promotion" hasLink />
  if (text) {
    return (
      <Panel>
        <EmptyState title={text} />
      </Panel>
    )
  }
  if (query.data === null) {
    return (
      <Panel title={title}>
        <Loaded query={query} title={failed} rows={3} height={56} />
      </Panel>
    )
  }
  // The response of this endpoint.
  return render(query.data as ViewOf<Name>, claims)
}
