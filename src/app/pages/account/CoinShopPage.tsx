import { giftText } from '#messages/zh/gift.ts'
import { entriesText } from '#messages/zh/entries.ts'
import { CoinShop } from '#features/gift/CoinShop.tsx'
import { helpPath } from '#features/help/help-articles.ts'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { usePlayStop } from '#state/session/play-stop.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Prose } from '#ui/page/PageBody.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { WalletFrame } from '../wallet/WalletFrame.tsx'

/** `/app/coins`: the coins of the member, what they are, and where they come from (S7.112). */
export function CoinShopPage() {
  return (
    <WalletFrame
      title={giftText('page.title')}
      lead={giftText('page.lead')}
      back={{ to: '/app/mine', text: entriesText('mine.back') }}
      side={<About />}
    >
      <Coins />
    </WalletFrame>
  )
}

function Coins() {
  const stop = usePlayStop('coins')
  return (
    <>
      {stop && <StopNote stop={stop} action="coins" hasLink />}
      <CoinShop isStopped={stop !== null} />
    </>
  )
}

function About() {
  return (
    <Panel
      title={giftText('about.title')}
      aside={<MoreLink to={helpPath('get-coins')}>{giftText('about.help')}</MoreLink>}
    >
      <Prose>
        <ul>
          <li>{giftText('about.play')}</li>
          <li>{giftText('about.use')}</li>
          <li>{giftText('about.once')}</li>
          <li>{giftText('about.limit')}</li>
        </ul>
      </Prose>
    </Panel>
  )
}
