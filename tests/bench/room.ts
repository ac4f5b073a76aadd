import type { Bench } from './harness/figures.ts'
import { roomGiftBench } from './room/gift.ts'
import { roomEffectsBench } from './room/effects.ts'
import { roomJoinBench } from './room/join.ts'
import { roomRatioBench } from './room/ratio.ts'
import { roomRecoveryBench } from './room/recovery.ts'
import { roomSoakBench } from './room/soak.ts'
import { roomStatsBench } from './room/stats.ts'
import { roomThrottleBench, roomThrottleBusyBench } from './room/throttle.ts'

/** The figures of the live room. */
export const roomBenches: readonly Bench[] = [
  roomRatioBench,
  roomThrottleBench,
  roomThrottleBusyBench,
  roomSoakBench,
  roomJoinBench,
  roomRecoveryBench,
  roomGiftBench,
  roomEffectsBench,
  roomStatsBench,
]
