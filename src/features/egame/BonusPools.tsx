import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { CURRENCIES } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { egameText } from '#messages/zh/egame.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { siteAtom } from '#state/site/site.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Block } from '#ui/state/Block.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import styles from './BonusPools.module.css'

type Pool = DataOf<'bonusPool.list'>['list'][number]

const NO_PARAMS = {}
const REFRESH_MS = 10_000
const MILLION = 1_000_000

/** The bonus pools in the currency of the site: balance, what fills them, and how they are paid (S7.63). */
export function BonusPools() {
  const { currency } = useAtomValue(siteAtom)
  const query = useCachedData('bonusPool.list', NO_PARAMS)
  useRefresh(query, REFRESH_MS)
  const own = ({ list }: DataOf<'bonusPool.list'>) => list.filter((pool) => pool.currency === currency)
  return (
    <Block
      name={egameText('pool.region')}
      query={query}
      failed={egameText('pool.failed')}
      skeleton={<Skeleton height="164px" shape="plate" />}
      isEmpty={(data) => own(data).length === 0}
    >
      {(data) => own(data).map((pool) => <PoolPanel key={pool.poolId} pool={pool} />)}
    </Block>
  )
}

function PoolPanel({ pool: { name, currency, amount, share, chance, last } }: { readonly pool: Pool }) {
  const unit = CURRENCIES[currency]
  const one = 10 ** unit.decimals
  return (
    <Panel title={name} isLead aside={egameText('pool.play')}>
      <div className={styles.pool}>
        <p className={styles.amount}>{formatMoney(amount, unit)}</p>
        <p>{egameText('pool.share', { share: `${(share * 100) / MILLION}%` })}</p>
        <p>{egameText('pool.chance', { stake: formatMoney(one, unit), chance: formatCount(chance / one) })}</p>
        <p className={styles.last}>
          {last === null ? (
            egameText('pool.never')
          ) : (
            <>
              {egameText('pool.last', {
                member: last.memberName,
                amount: formatMoney(last.amount, unit),
                time: siteDateTimeOf(last.at),
              })}
              <Link to={`/app/verify/${last.roundId}`}>{egameText('pool.verify')}</Link>
            </>
          )}
        </p>
      </div>
    </Panel>
  )
}
