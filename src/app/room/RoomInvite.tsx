import { useAtomValue } from 'jotai'
import { isBarredFromActivities } from '#protocol/rules/activity.ts'
import { invitePath } from '#protocol/rules/member/invite.ts'
import { shareText } from '#messages/zh/share.ts'
import { roomPath } from '#lib/room-path.ts'
import { ScoreCard } from '#features/match/ScoreCard.tsx'
import { ShareFoot } from '#features/share/ShareFoot.tsx'
import { SharePanel } from '#features/share/SharePanel.tsx'
import { TalkCard } from '#features/share/InviteCard.tsx'
import { useShortLink } from '#features/share/use-short-link.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { type MatchDetail, matchNowAtom } from '#state/room/room-match.ts'
import { memberAtom } from '#state/session/session.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { serverNow } from '#transport/client.ts'
import { roomTitle } from './room-title.ts'

export interface RoomInviteProps {
  readonly detail: MatchDetail
}

/** The share card of a room: the state of the match and a QR code of the link, with the codes of the signed-in member. */
export function RoomInvite({ detail }: RoomInviteProps) {
  const member = useAtomValue(memberAtom)
  // Keyed by member, so that a link never contains the codes of another member.
  // S6.10: a member who is excluded from activities shares the plain link.
  const hasCodes = member != null && !isBarredFromActivities(member)
  return <Invitation key={member?.userId} detail={detail} hasCodes={hasCodes} />
}

function Invitation({ detail, hasCodes }: RoomInviteProps & { readonly hasCodes: boolean }) {
  const match = useAtomValue(matchNowAtom)
  const { invite } = useAtomValue(entrancesAtom)
  const isInviter = hasCodes && invite
  const inviteLink = useServerData('invite.link', isInviter ? {} : null)
  const path = roomPath(detail.match.eid)
  const isReady = !isInviter || inviteLink.data !== null || inviteLink.failure !== null
  const codes = isInviter && inviteLink.data && { iCode: inviteLink.data.i_code, rCode: inviteLink.data.r_code }
  const link = useShortLink(isReady ? (codes ? invitePath(path, codes) : path) : null)
  const title = roomTitle(detail)
  if (match === null) return null
  return (
    <SharePanel
      link={link}
      title={title}
      fileName={shareText('share.roomName', { title })}
      renderCard={(ref, address) =>
        detail.match.kind === 'anchor' ? (
          <TalkCard ref={ref} match={detail.match} foot={<ShareFoot link={address} />} />
        ) : (
          <ScoreCard ref={ref} detail={detail} match={match} now={serverNow()} foot={<ShareFoot link={address} />} />
        )
      }
    />
  )
}
