import { Cake } from 'lucide-react'
import { Link } from 'react-router-dom'
import { CURRENCIES } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatMoney } from '#lib/format.ts'
import { clubText } from '#messages/zh/club.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { call } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { ClaimButton } from './ClaimButton.tsx'
import { dateText } from './club-format.ts'
import { useClaims } from './use-claims.ts'

type Gift = DataOf<'birthCash.check'>

/** The birthday gift of the grade (S3.5). */
export function BirthdayGift() {
  const query = useMemberData('birthCash.check', {})
  const claims = useClaims(() => call('birthCash.receive', {}), query.retry)
  return (
    <Panel title={clubText('birthday.title')}>
      <Loaded query={query} title={clubText('birthday.failed')} rows={1} height={56}>
        {(gift) => (
          <Rows>
            <Row
              lead={<Cake size={20} aria-hidden="true" />}
              {...textOf(gift)}
              isWrapped
              end={
                gift.window === null ? (
                  <Link className={buttonClass({ size: 'small' })} to="/app/profile">
                    {clubText('birthday.fill')}
                  </Link>
                ) : (
                  gift.status === '1' && (
                    <ClaimButton
                      claims={claims}
                      id={`birthday:${gift.window.year}`}
                      item={clubText('birthday.title')}
                      isPrimary
                    />
                  )
                )
              }
            />
          </Rows>
        )}
      </Loaded>
    </Panel>
  )
}

/** A grade without a gift has no amount to show. */
function textOf(gift: Gift): { title: string; note?: string } {
  const { amount, currency, window } = gift
  if (amount === 0) return { title: clubText('birthday.grade0'), ...(window === null && { note: noteOf(gift) }) }
  return { title: formatMoney(amount, CURRENCIES[currency]), note: noteOf(gift) }
}

function noteOf({ status, window }: Gift): string {
  if (window === null) return clubText('birthday.none')
  if (status === '2') return clubText('birthday.claimed')
  return status === '1'
    ? clubText('birthday.open', { end: dateText(window.end) })
    : clubText('birthday.from', { start: dateText(window.start) })
}
