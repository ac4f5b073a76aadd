import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { RoomHub, type RoomHubOptions } from '#server/rooms/hub.ts'

export const ROOM = 'bench-room'

/** The real rooms on the given repositories, with open rooms in which all members may speak. */
export async function openBenchRooms(
  stores: Pick<RoomHubOptions, 'entries' | 'rooms'>,
  chatRoomNos: readonly string[] = [ROOM],
): Promise<RoomHub> {
  const hub = new RoomHub({
    ...stores,
    members: { profile: async () => null },
    backend: nodeCrypto,
    compressor: nodeCompressor,
    now: Date.now,
    allowsUnlimitedSpeakers: true,
    siteOf: () => CONFIG_DEFAULTS,
    onError: console.error,
  })
  for (const chatRoomNo of chatRoomNos) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, before the bench
    await hub.open({
      chatRoomNo,
      matchId: 'm',
      anchorRoomId: 'a',
      title: '',
      venueName: '',
      status: { anchorStatus: 1, homeScore: 0, guestScore: 0, clock: { phase: 'first-half', phaseStartedAt: 0 } },
      setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' },
      admins: [],
    })
  }
  return hub
}
