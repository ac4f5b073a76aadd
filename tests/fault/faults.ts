import type { Random } from './random.ts'
import type { Viewer } from './viewer.ts'

/** Duration of a fault in milliseconds, shorter in a short run. */
export type Lasting = (delayMs: number) => Promise<void>

/** A fault between a viewer and the server; resolves when it is over. */
export type Fault = (viewer: Viewer, random: Random, lasting: Lasting) => Promise<void>

const shortly = (random: Random, lasting: Lasting) => lasting(random.between(200, 2_500))

/** The network is down and the browser reports it; it reports the end too. */
async function offline(viewer: Viewer, whileAway: Promise<void>): Promise<void> {
  viewer.page.become({ isOnline: false })
  await viewer.proxy.refuse()
  viewer.proxy.cut()
  await whileAway
  await viewer.proxy.heal()
  viewer.page.become({ isOnline: true })
}

/** Ten network faults and four device faults, by their names in traces. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  cut: async ({ proxy }) => proxy.cut(),
  stall: async ({ proxy }, random, lasting) => {
    proxy.change({ isStalled: true })
    await lasting(random.between(500, 6_000))
    await proxy.heal()
  },
  'stall and cut': async ({ proxy }, random, lasting) => {
    proxy.change({ isStalled: true })
    await lasting(random.between(500, 4_000))
    proxy.cut()
    await proxy.heal()
  },
  'delay and jitter': async ({ proxy }, random, lasting) => {
    proxy.change({ delayMs: random.between(20, 200), jitterMs: random.between(20, 400) })
    await lasting(random.between(2_000, 6_000))
    await proxy.heal()
  },
  trickle: async ({ proxy }, random, lasting) => {
    proxy.change({ bytesPerSecond: random.pick([1_000, 4_000, 20_000]) })
    await lasting(random.between(1_000, 8_000))
    await proxy.heal()
  },
  truncate: async ({ proxy }, random) => proxy.truncate(random.between(0, 120)),
  refuse: async ({ proxy }, random, lasting) => {
    await proxy.refuse()
    proxy.cut()
    await shortly(random, lasting)
    await proxy.heal()
  },
  'close half': async ({ proxy }) => proxy.closeHalf(),
  'old after new': async ({ proxy, client }, random, lasting) => {
    proxy.holdOld('all')
    // New requests use new connections while the old ones stall.
    await Promise.race([client.calls.call('gateway.getSysTime', {}), shortly(random, lasting)])
    await shortly(random, lasting)
    proxy.releaseOld()
  },
  flap: async ({ proxy }, random, lasting) => {
    for (let times = random.between(2, 6); times > 0; times -= 1) {
      proxy.cut()
      await lasting(random.between(20, 400))
    }
  },
  offline: (viewer, random, lasting) => offline(viewer, lasting(random.pick([300, 1_000, 5_000]))),
  'hidden tab': async ({ page }, random, lasting) => {
    page.become({ isVisible: false })
    await lasting(random.between(500, 5_000))
    page.become({ isVisible: true })
  },
  'worker killed': async ({ page }) => page.killWorker(),
  'clock off': async ({ page }, random) => {
    page.clockOffMs = random.pick([-600_000, 0, 600_000])
  },
}
