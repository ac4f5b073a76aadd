import { Fragment } from 'react'
import { CURRENCIES } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatMoney, formatMoneyInFull } from '#lib/format.ts'
import { clubText } from '#messages/zh/club.ts'
import { homeText } from '#messages/zh/home.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ClaimButton } from './ClaimButton.tsx'
import { dateText, dateTimeText, dayText, percentText } from './club-format.ts'
import styles from './club.module.css'
import type { Claims } from './use-claims.ts'

type Rebates = DataOf<'rebate.list'>
type Rebate = Rebates['list'][number]

/** Rebates by day and class, newest first, each with its claim. */
export function RebateList({ data, claims }: { readonly data: Rebates; readonly claims: Claims }) {
  const { list, ppm, isBarred, nextCountAt } = data
  return (
    <Panel
      title={clubText('rebate.list')}
      aside={
        <span className={styles.muted}>
          {clubText('rebate.rate')} {percentText(ppm)}
        </span>
      }
    >
      {isBarred && <p className={styles.note}>{clubText('vip.barred')}</p>}
      {list.length === 0 ? (
        <EmptyState
          title={clubText('rebate.empty')}
          text={clubText('rebate.emptyText', { time: dateTimeText(nextCountAt) })}
        />
      ) : (
        <Rows>
          {list.map((rebate) => (
            <RebateRow key={rebate.id} rebate={rebate} claims={claims} />
          ))}
        </Rows>
      )}
    </Panel>
  )
}

function RebateRow({ rebate, claims }: { readonly rebate: Rebate; readonly claims: Claims }) {
  const { id, date, venueClass, currency, turnover, ppm, amount, correction, state, until } = rebate
  const unit = CURRENCIES[currency]
  const title = clubText('rebate.day', { date: dayText(date), venue: homeText(`venue.${venueClass}`) })
  const notes = [clubText('rebate.flow', { turnover: formatMoney(turnover, unit), rate: percentText(ppm) })]
  if (correction !== 0) notes.push(clubText('rebate.correction', { amount: formatMoney(correction, unit, true) }))
  if (state === 'claimable') notes.push(clubText('claim.expires', { time: dateText(until) }))
  return (
    <Row
      className={styles.rebate}
      title={title}
      note={notes.map((note, at) => (
        <Fragment key={note}>
          {at > 0 && ' · '}
          <span className={styles.part}>{note}</span>
        </Fragment>
      ))}
      isWrapped
      end={
        <span className={styles.end}>
          <b className={styles.amount}>{formatMoneyInFull(amount, unit)}</b>
          {state === 'claimable' ? (
            <ClaimButton claims={claims} id={id} item={title} />
          ) : (
            <small className={styles.state}>{clubText(`rebate.state.${state}`)}</small>
          )}
        </span>
      }
    />
  )
}
