/** Scheduled tasks, run by the tick of the demo, so that an injected clock drives them. */
export interface Schedule {
  at(time: number, run: () => void): void
  /** Runs due tasks in order of time. */
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
