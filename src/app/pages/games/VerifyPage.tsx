import { useNavigate, useParams } from 'react-router-dom'
import { roundIdIn, VerifyForm, VerifyGuide, VerifyRound } from '#features/verify/VerifyRound.tsx'
import { verifyText } from '#messages/zh/verify.ts'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

/** `/app/verify/:roundId`: everybody can compute an ended round of a game or of a table again. */
export function VerifyPage() {
  const navigate = useNavigate()
  const { roundId = '' } = useParams()
  const known = roundIdIn(roundId)
  useDocumentTitle(verifyText('title'))
  return (
    <Page side={<VerifyGuide />}>
      <PageHead title={verifyText('title')} lead={verifyText('lead')} />
      <VerifyForm key={`form ${roundId}`} roundId={roundId} onSubmit={(id) => void navigate(`/app/verify/${id}`)} />
      {known !== null && <VerifyRound key={known} roundId={known} />}
    </Page>
  )
}
