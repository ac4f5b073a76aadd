import { readFile } from 'node:fs/promises'

/** Clock ticks per second of /proc. */
const TICKS_PER_SECOND = 100
/** Fields of /proc/PID/stat after the name of the program, which may contain blanks and parentheses. */
const USER_TIME = 11
const SYSTEM_TIME = 12

/** Processor time of a process and its threads since its start. */
export async function processorSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) / TICKS_PER_SECOND
}

/** Resident memory of a process in MB: now, and the most since its start. */
export async function residentMb(pid: number): Promise<{ readonly now: number; readonly peak: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  const valueOf = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024) / 1e6
  return { now: valueOf('VmRSS'), peak: valueOf('VmHWM') }
}
