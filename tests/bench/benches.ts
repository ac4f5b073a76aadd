import { clubBenches } from './club.ts'
import { consoleBench } from './console.ts'
import { backupBenches } from './backup.ts'
import { envelopeBench } from './envelope.ts'
import { fanOutBenches } from './fan-out.ts'
import { betBenches } from './bets.ts'
import { gameFrameBenches } from './game-frame.ts'
import { giftBenches } from './gifts.ts'
import { growthBenches } from './growth.ts'
import { ingestLossBench } from './ingest-loss.ts'
import { labBenches } from './lab.ts'
import { lighthouseBenches } from './lighthouse.ts'
import { logBenches } from './logs.ts'
import { lotteryBench } from './lottery.ts'
import { memberPagesBench } from './member-pages.ts'
import { oddsBenches } from './odds.ts'
import { orderBenches } from './orders.ts'
import { pixelBenches } from './pixel.ts'
import { processesBenches } from './processes.ts'
import { publishersFaultsBench } from './publishers-faults.ts'
import { publishersLatencyBench } from './publishers-latency.ts'
import { publishersLoadBench } from './publishers-load.ts'
import { redRainBench } from './red-rain.ts'
import { refusalBench } from './refusal.ts'
import { roomBenches } from './room.ts'
import { roundBenches } from './rounds.ts'
import { routeBench } from './route.ts'
import { rtpBench } from './rtp.ts'
import { sessionEndBench } from './session-end.ts'
import { shiftBench } from './shift.ts'
import { signInBench } from './sign-in.ts'
import { skinBench } from './skin.ts'
import { startBenches } from './start.ts'
import { storeBenches } from './store.ts'
import { tableCardsBench } from './table-cards.ts'
import { tableOddsBench } from './table-odds.ts'
import { transportBench } from './transport.ts'
import { videoSoakBench } from './video-soak.ts'
import { videoBench } from './video.ts'
import { walletBench } from './wallet.ts'
import type { Bench } from './harness/figures.ts'
import type { FlvLibrary } from './video-soak.ts'

/**
 * All benches. To add one: a file beside this one that exports a Bench, and an entry here.
 *
 * @param engine library of the FLV source in `video-soak`
 */
export function benchesOf(engine: FlvLibrary): readonly Bench[] {
  return [
    ...startBenches,
    envelopeBench,
    refusalBench,
    sessionEndBench,
    consoleBench,
    ...clubBenches,
    signInBench,
    transportBench,
    tableOddsBench,
    ...pixelBenches,
    ...labBenches,
    ...roomBenches,
    routeBench,
    memberPagesBench,
    rtpBench,
    lotteryBench,
    walletBench,
    shiftBench,
    skinBench,
    ...fanOutBenches,
    ...processesBenches,
    ...logBenches,
    ...storeBenches,
    ...orderBenches,
    ...giftBenches,
    ...betBenches,
    ...oddsBenches,
    ...roundBenches,
    redRainBench,
    tableCardsBench,
    ...gameFrameBenches,
    ...growthBenches,
    ...backupBenches,
    ingestLossBench,
    publishersLatencyBench,
    publishersLoadBench,
    publishersFaultsBench,
    videoBench,
    videoSoakBench(engine),
    ...lighthouseBenches,
  ]
}
