import { useAtomValue } from 'jotai'
import { Gift, HeartPulse, QrCode, Sparkles } from 'lucide-react'
import { entriesText } from '#messages/zh/entries.ts'
import { helpPath } from '#features/help/help-articles.ts'
import { ActivityOffers } from '#features/promo/ActivityOffers.tsx'
import { CampaignCard } from '#features/promo/CampaignCard.tsx'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { useServerNow } from '#state/data/clock.ts'
import { usePlayStop } from '#state/session/play-stop.ts'
import { NoticePanel } from '#features/promo/NoticePanel.tsx'
import { type Offer, OfferGrid } from '#features/promo/OfferCard.tsx'
import { type Entrances, entrancesAtom } from '#state/site/entrances.ts'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Section } from '#ui/page/Section.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { VipBadge } from '#ui/text/Badge.tsx'

/** Offers of this site in order, without disabled entrances (S9.14). */
export function offersOf({ invite, sponsors, gifts }: Pick<Entrances, 'invite' | 'sponsors' | 'gifts'>): Offer[] {
  const offer = (name: 'invite' | 'sponsors' | 'gifts' | 'calm', to: string, icon: Offer['icon']): Offer => ({
    to,
    icon,
    title: entriesText(`promos.${name}`),
    text: entriesText(`promos.${name}Text`),
    go: entriesText(`promos.${name}Go`),
  })
  return [
    ...(invite ? [offer('invite', '/app/activity/invite', QrCode)] : []),
    ...(sponsors.length > 0 ? [offer('sponsors', '/app/sponsor', Sparkles)] : []),
    ...(gifts ? [offer('gifts', helpPath('send-gift'), Gift)] : []),
    offer('calm', '/app/responsible', HeartPulse),
  ]
}

/** `/app/promos`: offers, none for money. Members in a time-out or self-exclusion see none (I10). */
export function PromosPage() {
  const entrances = useAtomValue(entrancesAtom)
  const now = useServerNow()
  useDocumentTitle(entriesText('promos.page'))
  const stop = usePlayStop('promotion')
  if (stop) {
    return (
      <Page isStacked>
        <PageHead title={entriesText('promos.page')} lead={entriesText('promos.lead')} />
        <StopNote stop={stop} action="promotion" hasLink />
        <NoticePanel now={now} />
      </Page>
    )
  }
  return (
    <Page isStacked>
      <PageHead title={entriesText('promos.page')} lead={entriesText('promos.lead')} />
      <CampaignCard now={now} />
      <ActivityOffers now={now} />
      <Section title={entriesText('promos.join')}>
        <OfferGrid offers={offersOf(entrances)} />
      </Section>
      <VipNote />
      <NoticePanel now={now} />
    </Page>
  )
}

/** Explains the VIP badge, which cannot be bought. */
export function VipNote() {
  return (
    <Panel title={entriesText('promos.vip')} aside={<span>{entriesText('promos.vipAside')}</span>}>
      <Rows>
        <Row
          lead={<VipBadge level={3} />}
          title={entriesText('promos.vipLow')}
          note={entriesText('promos.vipLowText')}
        />
        <Row
          lead={<VipBadge level={7} />}
          title={entriesText('promos.vipHigh')}
          note={entriesText('promos.vipHighText')}
        />
      </Rows>
    </Panel>
  )
}
