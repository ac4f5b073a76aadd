import type { RoomSetup } from '#protocol/room/feed.ts'

const PARTS = ['slowModeSeconds', 'minVipLevel', 'muteAll', 'welcomeText'] as const

/** The parts of `wanted` that are others than `before`: what was put there and back is no change (S6.7). */
export function changedSetup(before: RoomSetup, wanted: RoomSetup): Partial<RoomSetup> {
  const change: Partial<RoomSetup> = { ...wanted }
  for (const part of PARTS) if (wanted[part] === before[part]) delete change[part]
  return change
}
