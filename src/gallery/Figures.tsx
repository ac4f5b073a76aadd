import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { CURRENCIES } from '#protocol/currency.ts'
import { formatMoney, formatOdds } from '#lib/format.ts'
import { currencyLabels } from '#lib/currency-labels.ts'
import { currencyAtom, siteAtom } from '#state/site/site.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Coin, CoinBalance } from '#ui/art/Coin.tsx'
import { Crest } from '#ui/art/Crest.tsx'
import { Logo } from '#ui/art/Logo.tsx'
import { Stand } from '#ui/art/Stand.tsx'
import { Button } from '#ui/button/Button.tsx'
import { PriceButton, type PriceState } from '#ui/button/PriceButton.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Badge, LiveBadge, RoleBadge, VipBadge } from '#ui/text/Badge.tsx'
import { Score } from '#ui/text/Score.tsx'
import styles from './gallery.module.css'
import { Specimen } from './Specimen.tsx'

const CRESTS =
  'beigang nanyu jiangcheng qinghe yanmen yunling haitang tielu songjiang meizhou xinghuo lingjing qiming chaoxi'
const GIFTS = 'clap scarf horn drum firework cup'

/** A price that does not change. */
function still(name: string, label: string, state: PriceState) {
  return { name, label, subscribe: () => () => undefined, read: () => state }
}

const PRICES = [
  still('独赢 主', '主', { price: 1_620, move: 'same', state: 'open' }),
  still('让球 主', '主 -0.5/1', { price: 1_950, move: 'up', state: 'open' }),
  still('大小 大', '大 2.5/3', { price: 1_880, move: 'down', state: 'open' }),
  still('大小 小', '小 2.5/3', { price: 1_980, move: 'same', state: 'suspended' }),
]
const LEVELS = [1, 2, 4, 5, 6, 10] as const

/** Badges, numbers, avatars and drawings. */
// oxlint-disable-next-line max-lines-per-function -- a list of specimens
export function Figures() {
  const [away, setAway] = useState(1)
  const [chosen, setChosen] = useState('让球 主')
  const currency = useAtomValue(currencyAtom)
  const words = currencyLabels(useAtomValue(siteAtom).currency)
  const unit = 10 ** currency.decimals
  return (
    <>
      <Specimen title="徽标">
        <LiveBadge />
        {LEVELS.map((level) => (
          <VipBadge key={level} level={level} />
        ))}
        <RoleBadge of="anchor" />
        <RoleBadge of="admin" />
        <Badge>已结束</Badge>
        <Badge tone="accent">新</Badge>
        <Badge tone="coin">×6</Badge>
        <Badge tone="danger">没发出去</Badge>
      </Specimen>
      <Specimen title="比分与金币">
        <Score home={2} away={away} size="large" />
        <Score home={2} away={away} />
        <Score home={2} away={away} size="small" />
        <Button size="small" onClick={() => setAway(away + 1)}>
          客队进球
        </Button>
        <Coin amount={1888} />
        <CoinBalance amount={12_680} />
        <CoinBalance amount={12_680} form="compact" />
        <CoinBalance amount={null} />
      </Specimen>
      <Specimen title="金额与赔率">
        <Panel className={styles.money}>
          <p>
            存入<b>{formatMoney(1_200 * unit, currency, true)}</b>
          </p>
          <p>
            取出到{words.account} · 审核中<b>{formatMoney(-300 * unit, currency)}</b>
          </p>
          <p>
            数字钱包<b>{formatMoney(86_429_999, CURRENCIES.USDT)}</b>
          </p>
          <p>
            主胜<b>{formatOdds(1620)}</b>
          </p>
        </Panel>
      </Specimen>
      <Specimen title="可选的赔率">
        {PRICES.map((price) => (
          <PriceButton
            key={price.name}
            source={price}
            label={price.label}
            name={price.name}
            isSelected={price.name === chosen}
            onPress={() => setChosen(price.name)}
          />
        ))}
      </Specimen>
      <Specimen title="人与队徽">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((face) => (
          <Avatar key={face} id={String(face)} src={`/art/av-${face}.svg`} size={40} />
        ))}
        {CRESTS.split(' ').map((key) => (
          <Crest key={key} team={key} src={`/art/crest-${key}.svg`} size={36} />
        ))}
        <Crest team="江城铁路" size={36} />
        <Crest team="青禾" size={36} />
      </Specimen>
      <Specimen title="礼物与标志">
        {GIFTS.split(' ').map((key) => (
          <img key={key} src={`/art/gift-${key}.svg`} width={48} height={48} alt="" />
        ))}
        <Logo />
        <img src="/art/mark.svg" width={40} height={40} alt="" />
      </Specimen>
      <Specimen title="看台">
        <div className={styles.stands}>
          <Stand crowd="full" />
          <Stand crowd="empty" />
        </div>
      </Specimen>
    </>
  )
}
