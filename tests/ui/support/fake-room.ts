import { transport } from './fake-transport.ts'

/** Stands where `#transport/room.ts` does, in every browser test (vitest.config.ts). */
export const { joinRoom } = transport.rooms
