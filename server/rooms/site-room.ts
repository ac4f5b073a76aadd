import type { RoomDefinition } from '../context.ts'

/** The pseudo-room that every page listens to: 飘屏 and site notices (settled 10). Nobody speaks in it. */
export const SITE_ROOM = 'site'

export const SITE_ROOM_DEFINITION: RoomDefinition = {
  chatRoomNo: SITE_ROOM,
  matchId: SITE_ROOM,
  anchorRoomId: '',
  title: '',
  status: { anchorStatus: 3, homeScore: 0, guestScore: 0, clock: { phase: 'before', phaseStartedAt: 0 } },
  setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: true, welcomeText: '' },
  admins: [],
}
