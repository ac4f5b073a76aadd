/** Things to do at a time; run by the world's tick, so that an injected clock drives everything. */
export interface Schedule {
  at(time: number, run: () => void): void
  /** Runs what is due, in order of time. */
  runDue(now: number): void
  readonly size: number
}

export function createSchedule(): Schedule {
  let waiting: { time: number; run: () => void }[] = []
  return {
    at: (time, run) => {
      waiting.push({ time, run })
    },
    runDue: (now) => {
      const due = waiting.filter((task) => task.time <= now).sort((one, other) => one.time - other.time)
      if (due.length === 0) return
      waiting = waiting.filter((task) => task.time > now)
      for (const task of due) task.run()
    },
    get size() {
      return waiting.length
    },
  }
}
