import { useAtomValue } from 'jotai'
import { Navigate, useParams } from 'react-router-dom'
import { entriesText } from '#messages/zh/entries.ts'
import { sponsorAt, sponsorsOf } from '#lib/sponsors.ts'
import { SponsorGift } from '#features/activity/kinds/Sponsor.tsx'
import { SponsorView } from '#features/sponsor/SponsorView.tsx'
import { memberAtom } from '#state/session/session.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { Page } from '#ui/page/Page.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import styles from './SponsorPage.module.css'

/** `/app/sponsor/:n` (S1.22). */
export function SponsorPage() {
  const { n = '' } = useParams()
  const { sponsors } = useAtomValue(entrancesAtom)
  const member = useAtomValue(memberAtom)
  const sponsor = sponsorAt(n, sponsors)
  useDocumentTitle(typeof sponsor === 'string' ? entriesText('sponsor.page') : sponsor.name)
  if (typeof sponsor === 'string') return <Navigate to={sponsor} replace />
  return (
    <Page className={styles.page}>
      <SponsorView sponsor={sponsor} others={sponsorsOf(sponsors).filter((other) => other.n !== sponsor.n)}>
        {member && <SponsorGift sponsor={sponsor} />}
      </SponsorView>
    </Page>
  )
}
