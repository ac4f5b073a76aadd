import { useAtomValue } from 'jotai'
import { HotGames } from '#features/home/HotGames.tsx'
import { FinePrint } from '#features/home/FinePrint.tsx'
import { InviteCard } from '#features/home/InviteCard.tsx'
import { LatestNews } from '#features/home/LatestNews.tsx'
import { roomPath } from '#lib/room-path.ts'
import { memberAtom } from '#state/session/session.ts'
import type { MatchDesk } from '../use-match-desk.ts'
import { HomeSeats } from './HomePersonal.tsx'
import { HomeSchedule } from './HomeSchedule.tsx'

export interface HomeSideProps {
  readonly desk: MatchDesk
  /** True if the page has a side column; the games are then in the main column. */
  readonly isWide: boolean
}

/** The side column of the home screen (the lower end on a phone): schedule, news, invitation, legal text. */
export function HomeSide({ desk, isWide }: HomeSideProps) {
  const member = useAtomValue(memberAtom)
  const { everything, now } = desk
  return (
    <>
      <HomeSchedule desk={desk} />
      {member && <HomeSeats key={member.userId} matches={everything} now={now} roomPath={roomPath} />}
      <LatestNews now={now} />
      {!isWide && <HotGames />}
      <InviteCard />
      <FinePrint />
    </>
  )
}
