import { Link } from 'react-router-dom'
import { CustomerService } from '#features/help/CustomerService.tsx'
import { accessText } from '#messages/zh/access.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { PageBody } from '#ui/page/PageBody.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { PlainFrame } from '../access/PlainFrame.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import styles from './ServicePage.module.css'

/** `/cs` (S2.12): customer service, without a session and during maintenance. Nobody is redirected away from it. */
export function ServicePage() {
  const service = useServerData('site.customerService', {})
  useDocumentTitle(accessText('help.page'))
  return (
    <PlainFrame way="home">
      <PageBody title={accessText('help.title')} lead={accessText('help.lead')}>
        <CustomerService service={service}>
          <Panel title={accessText('help.responsible')}>
            <div id="responsible" className={styles.responsible}>
              <p>{accessText('help.responsibleText')}</p>
              <Link className={buttonClass({ size: 'small' })} to="/app/responsible">
                {accessText('help.responsibleLink')}
              </Link>
            </div>
          </Panel>
        </CustomerService>
      </PageBody>
    </PlainFrame>
  )
}
