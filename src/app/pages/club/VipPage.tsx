import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { BirthdayGift } from '#features/club/BirthdayGift.tsx'
import { VipHead, VipHistory } from '#features/club/VipHead.tsx'
import { VipLadder } from '#features/club/VipLadder.tsx'
import { clubText } from '#messages/zh/club.ts'
import { useLikelyMemberId } from '#state/data/use-member-data.ts'
import { loginPath } from '#state/session/login-path.ts'
import { isLikelyMemberAtom, memberAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

/** `/app/vip` (S1.16): the grade of a member, its progress and what each grade gives. Visitors see the grades. */
export function VipPage() {
  useDocumentTitle(clubText('vip.page'))
  const isMember = useAtomValue(isLikelyMemberAtom)
  const member = useAtomValue(memberAtom)
  const userId = useLikelyMemberId()
  return (
    <Page
      key={userId}
      side={
        isMember ? (
          <>
            <BirthdayGift />
            <Benefits />
            <VipHistory />
          </>
        ) : undefined
      }
    >
      <PageHead title={clubText('vip.page')} lead={clubText('vip.lead')} />
      {isMember ? <VipHead /> : <SignInLink />}
      <VipLadder current={isMember ? (member?.vipLevel ?? null) : null} />
    </Page>
  )
}

/** Links to the other pages of the club. */
function Benefits() {
  const end = <ChevronRight size={16} aria-hidden="true" />
  return (
    <Panel title={clubText('vip.more')}>
      <Rows>
        <Row title={clubText('rebate.page')} note={clubText('vip.rebateNote')} to="/app/rebate" end={end} />
        <Row title={clubText('welfare.page')} note={clubText('vip.welfareNote')} to="/app/welfare" end={end} />
        <Row title={clubText('vip.points')} note={clubText('vip.pointsNote')} to="/app/points" end={end} />
      </Rows>
    </Panel>
  )
}

function SignInLink() {
  const { skin } = useAtomValue(siteAtom)
  const { pathname } = useLocation()
  return (
    <p>
      <Link className={buttonClass({ kind: 'primary' })} to={loginPath(skin, pathname)}>
        {clubText('vip.signIn')}
      </Link>
    </p>
  )
}
