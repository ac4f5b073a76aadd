import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { installPasswords, installRandom, VirtualTime } from './virtual-machine.ts'

const USAGE = 'Usage: npm run simulate -- [--seed N] [--hours H] [--check-every H]'
/** 12:00 in Shanghai. */
const START = Date.UTC(2026, 10, 21, 4)

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    hours: { type: 'string', default: '24' },
    'check-every': { type: 'string', default: '4' },
  },
})
const [seed, hours, checkEvery] = [values.seed, values.hours, values['check-every']].map(Number)
if (!Number.isSafeInteger(seed) || !(Number(hours) > 0) || !(Number(checkEvery) > 0)) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(2)
}

const realNow = performance.now.bind(performance)
const startedAt = realNow()
const cpu = process.cpuUsage()
const time = new VirtualTime(START)
time.install()
installRandom(Number(seed))
installPasswords()

// The server takes clocks and random numbers as it finds them when it is loaded.
const { simulate } = await import('./simulation.ts')
// The default of Node. The server sets more for a quick start; here the functions of the database run for hours.
setFlagsFromString('--wasm-tiering-budget=1800000')
const report = await simulate({
  seed: Number(seed),
  hours: Number(hours),
  checkEvery: Number(checkEvery),
  time,
  print: (line) => process.stdout.write(`${Math.round((realNow() - startedAt) / 1_000)} s: ${line}\n`),
})
const realSeconds = (realNow() - startedAt) / 1_000
const { user, system } = process.cpuUsage(cpu)
const cpuSeconds = (user + system) / 1_000_000
const perHour = (seconds: number) => Math.round(report.hours / (seconds / 3_600))
process.stdout.write(
  `${JSON.stringify({ ...report, realSeconds: Math.round(realSeconds), cpuSeconds: Math.round(cpuSeconds) }, null, 2)}\n` +
    `${perHour(realSeconds)} simulated hours per hour, ${perHour(cpuSeconds)} per hour of processor time\n`,
)
process.exit(report.violations.length === 0 ? 0 : 1)
