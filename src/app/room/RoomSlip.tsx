import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { betTitle } from '#lib/match/bet-text.ts'
import { formatOdds } from '#lib/format.ts'
import { matchTitle } from '#lib/match/match-title.ts'
import { slipText } from '#messages/zh/slip.ts'
import { ShowBet } from '#features/slip/ShowBet.tsx'
import { SlipDrawer } from '#features/slip/SlipPlaces.tsx'
import { rememberBets } from '#features/slip/use-placing.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { memberAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { followedOrderAtom } from '#state/slip/followed-order.ts'
import { followLegsAtom, isSlipOpenAtom, slipAtom } from '#state/slip/slip-atoms.ts'
import { store } from '#state/store.ts'
import styles from './RoomSlip.module.css'

export interface RoomSlipProps {
  readonly detail: MatchDetail
}

/** The slip of a room: takes orders of the chat that the viewer follows, and shows own bets in the chat (S1.29). */
export function RoomSlip({ detail }: RoomSlipProps) {
  const { chatRoomNo, eid } = detail.match
  const [order, setOrder] = useAtom(followedOrderAtom)
  const setOpen = useSetAtom(isSlipOpenAtom)
  const [search] = useSearchParams()
  const isAsked = search.has('slip')
  useEffect(() => {
    if (isAsked) setOpen(true)
  }, [isAsked, setOpen])
  useEffect(() => {
    if (order === null) return
    const own = matchTitle(detail.match)
    const follows = order.name.slice(0, 32)
    store.set(
      followLegsAtom,
      order.legs.map(({ selection: id, price, match = own, market, pick }) => {
        return { id, price, match: match.slice(0, 120), market, pick, follows }
      }),
    )
    setOrder(null)
    setOpen(true)
  }, [order, setOrder, setOpen, detail])
  return <SlipDrawer chatRoomNo={chatRoomNo} top={<OwnBets eid={eid} chatRoomNo={chatRoomNo} />} />
}

interface OwnBetsProps {
  readonly eid: string
  readonly chatRoomNo: string
}

/** Open bets of the member on the match of the room. */
function OwnBets({ eid, chatRoomNo }: OwnBetsProps) {
  const isOpen = useAtomValue(isSlipOpenAtom)
  const owner = useAtomValue(memberAtom)?.userId
  const { currency } = useAtomValue(siteAtom)
  const { placed } = useAtomValue(slipAtom)
  const isAsked = owner !== undefined && isOpen
  const { data } = useServerData('bet.list', isAsked ? { state: 'open', currency, pageNum: 1 } : null, { owner })
  // `ShowBet` shows the known state of a bet.
  useEffect(() => {
    if (data !== null) rememberBets(data.list)
  }, [data])
  const bets = (data?.list ?? []).filter(
    ({ betId, state, legs }) =>
      state === 'accepted' && !placed.includes(betId) && legs.some(({ match }) => match.eid === eid),
  )
  if (bets.length === 0) return null
  return (
    <section aria-label={slipText('own.title')} className={styles.own}>
      <h3>{slipText('own.title')}</h3>
      <ul>
        {bets.map((bet) => (
          <li key={bet.betId}>
            <span dir="auto">
              {betTitle(bet)} <b>{formatOdds(bet.price)}</b>
            </span>
            <ShowBet bet={bet} chatRoomNo={chatRoomNo} />
          </li>
        ))}
      </ul>
    </section>
  )
}
