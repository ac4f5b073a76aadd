import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { responsibleText } from '#messages/zh/responsible.ts'
import { commonText } from '#messages/zh/common.ts'
import { ResponsibleTools } from '#features/wallet/responsible/ResponsibleTools.tsx'
import { connectionAtom } from '#state/data/connection.ts'
import { loginPath } from '#state/session/login-path.ts'
import { isLikelyMemberAtom, sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { PageBody, Prose } from '#ui/page/PageBody.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { OfflineBar } from '#ui/state/OfflineBar.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { PlainFrame } from '../../access/PlainFrame.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const ABOUT = ['about.limits', 'about.delay', 'about.break', 'about.check', 'about.gift', 'about.session'] as const

/** `/app/responsible`: the tools of a member, what they do, and contacts. Visitors get the texts. */
export function ResponsiblePage() {
  useDocumentTitle(responsibleText('page.title'))
  const session = useAtomValue(sessionAtom)
  const isMember = useAtomValue(isLikelyMemberAtom)
  return (
    <PlainFrame way="home">
      {session && <Offline />}
      <PageBody title={responsibleText('page.title')} lead={responsibleText('page.lead')}>
        {session ? (
          <ResponsibleTools key={session.member.userId}>
            <Texts />
          </ResponsibleTools>
        ) : isMember ? (
          <Loading>
            <Skeleton shape="plate" height="560px" />
          </Loading>
        ) : (
          <>
            <SignIn />
            <Texts />
          </>
        )}
      </PageBody>
    </PlainFrame>
  )
}

/** This screen has no shell, which shows the connection otherwise. */
function Offline() {
  return <OfflineBar connection={useAtomValue(connectionAtom)} />
}

function SignIn() {
  const { skin } = useAtomValue(siteAtom)
  return (
    <Panel title={responsibleText('page.signIn')}>
      <Prose>
        <p>{responsibleText('page.signInText')}</p>
        <Link className={buttonClass({ kind: 'primary' })} to={loginPath(skin, '/app/responsible')}>
          {commonText('action.signIn')}
        </Link>
      </Prose>
    </Panel>
  )
}

/** What the tools do, and contacts. */
function Texts() {
  return (
    <>
      <Panel title={responsibleText('about.title')}>
        <Prose>
          <ul>
            {ABOUT.map((key) => (
              <li key={key}>{responsibleText(key)}</li>
            ))}
          </ul>
        </Prose>
      </Panel>
      <Panel title={responsibleText('money.title')}>
        <Prose>
          <p>{responsibleText('money.text')}</p>
          <p>{responsibleText('about.age')}</p>
        </Prose>
      </Panel>
      <Panel title={responsibleText('stop.title')}>
        <Prose>
          <p>{responsibleText('stop.text')}</p>
          <Link className={buttonClass({ kind: 'outline' })} to="/cs">
            {responsibleText('stop.help')}
          </Link>
        </Prose>
      </Panel>
    </>
  )
}
