import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { walletText } from '#messages/zh/wallet.ts'
import { DemoBankForm } from '#features/wallet/demo-bank/DemoBankForm.tsx'
import { siteAtom } from '#state/site/site.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { PageBody } from '#ui/page/PageBody.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { PlainFrame } from '../../access/PlainFrame.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { NotFoundPage } from '../access/NotFoundPage.tsx'
import styles from './DemoBankPage.module.css'

/** `/dev/bank`: how the demo bank treats the orders of this member. Demo mode only. */
export function DemoBankPage() {
  const { isDemo } = useAtomValue(siteAtom)
  return isDemo ? <DemoBank /> : <NotFoundPage />
}

function DemoBank() {
  useDocumentTitle(walletText('home.bank.title'))
  return (
    <MemberOnly>
      <PlainFrame way="home">
        <PageBody title={walletText('home.bank.title')} lead={walletText('home.bank.lead')}>
          <Panel>
            <DemoBankForm />
          </Panel>
          <p className={styles.note}>{walletText('home.bank.note')}</p>
          <p className={styles.ways}>
            <Link className={buttonClass({ kind: 'primary' })} to="/app/wallet/deposit">
              {walletText('home.bank.toDeposit')}
            </Link>
            <Link className={buttonClass()} to="/app/wallet">
              {walletText('home.bank.toWallet')}
            </Link>
          </p>
        </PageBody>
      </PlainFrame>
    </MemberOnly>
  )
}
