import { Navigate, useParams } from 'react-router-dom'
import { ALL_VENUES_PATH, providerVenues, venuePath } from '#protocol/rules/e-game-halls.ts'
import { ProviderEntrance } from '#features/egame/ProviderEntrance.tsx'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { egameText } from '#messages/zh/egame.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { usePlayStop } from '#state/session/play-stop.ts'
import { BackLink } from '#ui/button/BackLink.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const ALL_VENUES = { type: 'all' } as const

/** `/app/game/:venue`: the entrance of a venue of a provider; a bundled venue leads to its hall. */
export function VenuePage() {
  const { venue: name = '' } = useParams()
  const venues = useCachedData('venue.list', ALL_VENUES)
  const stop = usePlayStop('transfer')
  const list = venues.data?.list ?? []
  const asked = list.find(({ enName }) => enName.toLowerCase() === name.toLowerCase())
  const provider = providerVenues(list).find(({ enName }) => enName === asked?.enName)
  useDocumentTitle(provider?.chName ?? egameText('title'))
  const path = asked ? venuePath(asked.enName) : ''
  if (path !== '' && !path.startsWith('/app/game/')) return <Navigate to={path} replace />
  return (
    <Page isStacked>
      <BackLink to={ALL_VENUES_PATH}>{egameText('back')}</BackLink>
      {stop && <StopNote stop={stop} action="transfer" hasLink />}
      <Loaded query={venues} title={egameText('venuesFailed')} level={1} rows={1} height={160}>
        {() =>
          provider ? (
            <ProviderEntrance key={provider.enName} venue={provider} isStopped={stop !== null} />
          ) : (
            <Panel>
              <EmptyState scene="closed" level={1} title={egameText('gone')} text={egameText('goneText')} />
            </Panel>
          )
        }
      </Loaded>
    </Page>
  )
}
