import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Bet } from '#protocol/sports/bets.ts'
import { slipText } from '#messages/zh/slip.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { knownBetsAtom, rememberBets } from './use-placing.ts'

interface ShowBetProps {
  readonly bet: Bet
  readonly chatRoomNo: string
}

/** 晒单 and 收回: shows an accepted bet in the chat of this room, or takes it back. */
export function ShowBet({ bet, chatRoomNo }: ShowBetProps) {
  const { shownIn } = useAtomValue(knownBetsAtom).get(bet.betId) ?? bet
  const [isBusy, setBusy] = useState(false)
  if (bet.state !== 'accepted') return null
  const isShown = shownIn !== null
  const press = async () => {
    setBusy(true)
    const result = await call('bet.show', { betId: bet.betId, chatRoomNo: isShown ? null : chatRoomNo })
    setBusy(false)
    if (!result.ok) return toast({ text: result.message, id: 'show-bet' })
    rememberBets([result.data.bet])
    toast({ text: slipText(isShown ? 'show.back' : 'show.done'), id: 'show-bet' })
  }
  return (
    <Button size="tiny" kind={isShown ? 'quiet' : 'outline'} isLoading={isBusy} onClick={() => void press()}>
      {slipText(isShown ? 'show.take' : 'show')}
    </Button>
  )
}
