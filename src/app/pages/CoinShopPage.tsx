import { cot } from '#lib/messages/coins.ts'
import { et } from '#lib/messages/entries.ts'
import { CoinShop } from '#features/gift/CoinShop.tsx'
import { helpPath } from '#features/help/help-articles.ts'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { usePlayStop } from '#state/session/play-stop.ts'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Prose } from '#ui/PageBody.tsx'
import { Panel } from '#ui/Panel.tsx'
import { WalletFrame } from './wallet/WalletFrame.tsx'

/** `/app/coins`: the coins of the member, what they are, and where they come from (S7.112). */
export function CoinShopPage() {
  return (
    <WalletFrame
      title={cot('page.title')}
      lead={cot('page.lead')}
      back={{ to: '/app/mine', text: et('mine.back') }}
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
    <Panel title={cot('about.title')} aside={<MoreLink to={helpPath('get-coins')}>{cot('about.help')}</MoreLink>}>
      <Prose>
        <ul>
          <li>{cot('about.play')}</li>
          <li>{cot('about.use')}</li>
          <li>{cot('about.once')}</li>
          <li>{cot('about.limit')}</li>
        </ul>
      </Prose>
    </Panel>
  )
}
