import { createTestInstallation } from '../server/app/app-support.ts'
import { HAS_FFMPEG, publish, type Publisher } from '../support/ffmpeg.ts'
import { INGEST, keyFor, publishAddress } from '../support/ingest.ts'
import type { Bench } from './harness/figures.ts'
import { AnchorWatch } from './ingest/anchor-watch.ts'

/** A talk show, whose match does not end. */
const NUMBER = 5001
const ON_AIR = 1
const INTERRUPTED = 2
/** Losses of each kind per run; the slowest counts. */
const LOSSES = 3
/** S4.3: maximum time until a room knows that its publisher is lost. */
const REPORTED_WITHIN_S = 3

type Name = 'cut off' | 'silent' | 'new connection' | 'same connection'

/** The slowest notification of each kind. */
async function lose(watch: AnchorWatch, start: () => Publisher): Promise<Record<Name, number>> {
  let publisher: Publisher | null = null
  const times: Record<Name, number[]> = { 'cut off': [], silent: [], 'new connection': [], 'same connection': [] }
  const send = (signal: NodeJS.Signals) => (): void => publisher?.kill(signal)
  const begin = (): void => void (publisher = start())
  try {
    await watch.after(begin, ON_AIR)
    for (let loss = 0; loss < LOSSES; loss += 1) {
      times.silent.push(await watch.after(send('SIGSTOP'), INTERRUPTED))
      times['same connection'].push(await watch.after(send('SIGCONT'), ON_AIR))
      times['cut off'].push(await watch.after(send('SIGKILL'), INTERRUPTED))
      times['new connection'].push(await watch.after(begin, ON_AIR))
    }
  } finally {
    send('SIGKILL')()
  }
  return {
    'cut off': Math.max(...times['cut off']),
    silent: Math.max(...times.silent),
    'new connection': Math.max(...times['new connection']),
    'same connection': Math.max(...times['same connection']),
  }
}

/** Time until a room knows that its publisher was disconnected, went silent, and is back. */
export const ingestLossBench: Bench<Name> = {
  name: 'ingest-loss',
  about: `from the loss of an ffmpeg publisher to On2 at a visitor, and from its return to On1: the slowest of ${LOSSES}`,
  figures: {
    'cut off': { unit: 's', atMost: REPORTED_WITHIN_S },
    silent: { unit: 's', atMost: REPORTED_WITHIN_S },
    'new connection': { unit: 's' },
    'same connection': { unit: 's' },
  },
  async run() {
    if (!HAS_FFMPEG) {
      console.error('  ffmpeg is not installed (Debian: apt-get install ffmpeg): nothing is measured')
      return { 'cut off': Number.NaN, silent: Number.NaN, 'new connection': Number.NaN, 'same connection': Number.NaN }
    }
    const installation = createTestInstallation()
    const server = await installation.start(INGEST)
    try {
      const watch = await AnchorWatch.open(server, `r${NUMBER}`)
      try {
        return await lose(watch, () => publish(publishAddress(server, keyFor(`a${NUMBER}`))))
      } finally {
        watch.close()
      }
    } finally {
      await server.close()
      installation.remove()
    }
  },
}
