import { Link } from 'react-router-dom'
import type { Claimable } from '#protocol/endpoints/club.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { rewardText } from '#lib/reward-text.ts'
import { clubText } from '#messages/zh/club.ts'
import { homeText } from '#messages/zh/home.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ClaimButton } from './ClaimButton.tsx'
import { dateTimeText, dayText } from './club-format.ts'
import styles from './club.module.css'
import type { Claims } from './use-claims.ts'

/** Everything that the member can claim, with one claim for all. */
export function WelfareList({ data, claims }: { readonly data: DataOf<'welfare.list'>; readonly claims: Claims }) {
  const { list, nextCountAt } = data
  const open = list.filter(({ id }) => claims.stateOf(id) !== 'done')
  return (
    <Panel
      title={clubText('welfare.list')}
      aside={
        open.length > 1 && (
          <Button size="small" kind="primary" isLoading={claims.isBusy} onClick={() => claims.claimAll(open)}>
            {clubText('claim.all')}
          </Button>
        )
      }
    >
      {list.length === 0 ? (
        <EmptyState
          title={clubText('welfare.empty')}
          text={clubText('welfare.emptyText', { time: dateTimeText(nextCountAt) })}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/app/promos">
              {clubText('welfare.promos')}
            </Link>
          }
        />
      ) : (
        <Rows>
          {list.map((item) => (
            <Row
              key={item.id}
              title={nameOf(item)}
              note={clubText('claim.expires', { time: dateTimeText(item.until) })}
              isWrapped
              end={
                <span className={styles.end}>
                  <b className={styles.amount}>{rewardText(item.amount, item.currency)}</b>
                  <ClaimButton claims={claims} id={item.id} item={nameOf(item)} />
                </span>
              }
            />
          ))}
        </Rows>
      )}
    </Panel>
  )
}

function nameOf({ kind, title, date, venueClass }: Claimable): string {
  if (kind === 'activity') return title
  return kind === 'rebate'
    ? clubText('welfare.rebate', { date: dayText(date), venue: homeText(`venue.${venueClass ?? 'sport'}`) })
    : clubText('welfare.birthday', { date: dayText(date) })
}
