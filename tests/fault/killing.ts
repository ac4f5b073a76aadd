import type { Random } from './random.ts'
import type { ServerProcess } from './server-process.ts'
import type { Tally } from './tally.ts'
import { lasting, type Trace } from './trace.ts'

/** Kills and restarts the server during a run. */
export class Killing {
  /** Number of kills so far. */
  count = 0
  isDown = false

  constructor(
    private readonly server: ServerProcess,
    private readonly trace: Trace,
    private readonly tally: Tally,
  ) {}

  /** Kills the server at intervals; resolves when it has restarted each time. */
  async run(times: number, durationMs: number, random: Random): Promise<void> {
    const eachMs = durationMs / (times + 1)
    for (let kill = 0; kill < times; kill += 1) {
      await lasting(random.between(eachMs * 0.7, eachMs))
      this.trace.add('server', 'SIGKILL')
      this.count += 1
      this.isDown = true
      await this.server.kill()
      await this.server.run()
      this.isDown = false
      this.tally.add('kills')
      this.trace.add('server', 'is back')
    }
  }
}
