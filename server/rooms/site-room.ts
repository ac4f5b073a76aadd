import { SITE_ROOM } from '#protocol/room/kinds.ts'
import type { RoomDefinition } from '../http/calls/context.ts'

export const SITE_ROOM_DEFINITION: RoomDefinition = {
  chatRoomNo: SITE_ROOM,
  matchId: SITE_ROOM,
  anchorRoomId: '',
  title: '',
  status: { anchorStatus: 3, homeScore: 0, guestScore: 0, clock: { phase: 'before', phaseStartedAt: 0 } },
  setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: true, welcomeText: '' },
  admins: [],
}
