import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { PROJECT_ROOT } from '#server/config/project-root.ts'

/** Folder of the scenarios that are ready to use. */
const SCENARIO_FOLDER = path.join(PROJECT_ROOT, 'load/scenarios')
/** Messages per second that one coordinator can send. */
export const MAX_RATE = 5_000
const MAX_VIEWERS = 100_000

const amount = (max: number) => z.int().min(1).max(max)
const seconds = z.number().min(0).max(86_400)

/** One action at a time of the run, in seconds after the first message is due. */
const Step = z
  .strictObject({
    at: seconds,
    /** Duration in seconds of `messages`, `gifts`, `orders` and `join`. */
    for: z.number().min(0.1).max(86_400).optional(),
    /** Additional messages per second. */
    messages: z.number().min(0.1).max(MAX_RATE).optional(),
    /** Gifts of members, per second. */
    gifts: z.number().min(0.1).max(2_000).optional(),
    /** Orders of members, per second; `revertShare` of them are reverted after two seconds. */
    orders: z.number().min(0.1).max(2_000).optional(),
    revertShare: z.number().min(0).max(1).optional(),
    /** More viewers enter. */
    join: amount(MAX_VIEWERS).optional(),
    /** So many viewers lose their connection at once and reconnect. */
    drop: amount(MAX_VIEWERS).optional(),
    /** So many viewers stop reading. The server cuts them once its buffers of a connection are full. */
    slow: amount(10_000).optional(),
    /** So many hostile clients send malformed packets and floods. */
    hostile: amount(200).optional(),
  })
  .refine((step) => ACTIONS.filter((name) => step[name] !== undefined).length === 1, {
    error: () => `a step has exactly one of ${ACTIONS.join(', ')}`,
  })
const ACTIONS = ['messages', 'gifts', 'orders', 'join', 'drop', 'slow', 'hostile'] as const
export type Step = z.infer<typeof Step>

export const Scenario = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/),
  about: z.string().max(300),
  seconds: z.number().min(1).max(86_400),
  viewers: z.int().min(0).max(MAX_VIEWERS),
  /** Viewers that open their connection per second before the run. */
  openPerSecond: amount(2_000).default(250),
  /** Viewers with the product's whole worker transport, which may fold messages. */
  pages: z.int().min(0).max(50).default(1),
  /** Messages per second, or a recorded log. */
  messages: z.number().min(0).max(MAX_RATE).optional(),
  log: z.string().optional(),
  speed: z.number().min(0.01).max(10_000).default(1),
  /** Format of the log; detected without it. */
  format: z.string().optional(),
  /** Longest quiet time of the log, in its seconds; longer ones are shortened. */
  maxGap: z.number().min(0.1).max(86_400).optional(),
  /** False keeps the events of a log with whole seconds together. */
  spread: z.boolean().default(true),
  steps: z.array(Step).max(200).default([]),
  /** Network of the viewers: delay and jitter in milliseconds, and the seconds between two resets of all connections. */
  network: z
    .strictObject({
      delayMs: z.number().min(0).max(10_000).default(0),
      jitterMs: z.number().min(0).max(10_000).default(0),
      cutEverySeconds: z.number().min(1).optional(),
    })
    .optional(),
  /** Limits of the verdict. */
  expect: z
    .strictObject({
      lagP99Ms: z.number().min(1).optional(),
      /** True: the lag must not grow. */
      sustainable: z.boolean().default(true),
      /** Seconds until all dropped viewers are back. */
      backSeconds: z.number().min(0.1).optional(),
      /** 99th percentile of the lag in each second, from ten seconds after the return of the last dropped viewer. */
      returnedP99Ms: z.number().min(1).optional(),
      /** True: the server must cut all slow readers before the end of the run. */
      slowCut: z.boolean().default(false),
    })
    .default({ sustainable: true, slowCut: false }),
})
export type Scenario = z.infer<typeof Scenario>

/**
 * Checks a scenario, including rates that contradict each other.
 *
 * @throws with one line per problem
 */
export function checkScenario(value: unknown, source: string): Scenario {
  const result = Scenario.safeParse(value)
  if (!result.success) {
    const problems = result.error.issues.map(({ path: at, message }) => `  ${at.join('.') || 'scenario'}: ${message}`)
    throw new Error(`The scenario ${source} is invalid:\n${problems.join('\n')}`)
  }
  const problems = contradictions(result.data)
  if (problems.length > 0) throw new Error(`The scenario ${source} is impossible:\n  ${problems.join('\n  ')}`)
  return result.data
}

function contradictions(scenario: Scenario): string[] {
  const problems: string[] = []
  let viewers = scenario.viewers
  if (scenario.messages !== undefined && scenario.log !== undefined) problems.push('it has both messages and log')
  scenario.steps
    .toSorted((one, other) => one.at - other.at)
    .forEach((step) => {
      const end = step.at + (step.for ?? 0)
      if (end > scenario.seconds) {
        problems.push(`the step at ${step.at} s ends at ${end} s, after the run of ${scenario.seconds} s`)
      }
      if (step.drop !== undefined && step.drop > viewers) {
        problems.push(`the step at ${step.at} s drops ${step.drop} viewers, but there are ${viewers}`)
      }
      if (step.slow !== undefined && step.slow > viewers) {
        problems.push(`the step at ${step.at} s slows ${step.slow} viewers, but there are ${viewers}`)
      }
      viewers += step.join ?? 0
    })
  const peak = peakRate(scenario)
  if (peak > MAX_RATE) problems.push(`the steps add up to ${peak} messages/s; at most ${MAX_RATE} can be sent`)
  return problems
}

/** The highest sum of message rates at any time. */
function peakRate({ messages = 0, steps }: Scenario): number {
  const rates = steps.map(({ at }) =>
    steps
      .filter((step) => step.at <= at && at < step.at + (step.for ?? 0))
      .reduce((sum, step) => sum + (step.messages ?? 0), messages),
  )
  return Math.max(messages, ...rates)
}

/**
 * Reads a scenario by its name (a file of `load/scenarios`) or by its path. A relative log is relative to the
 * scenario.
 */
export async function readScenario(nameOrFile: string): Promise<Scenario> {
  const isName = /^[a-z0-9-]+$/.test(nameOrFile)
  const file = isName ? path.join(SCENARIO_FOLDER, `${nameOrFile}.yaml`) : path.resolve(nameOrFile)
  if (!existsSync(file)) {
    throw new Error(`There is no scenario ${nameOrFile}. Ready to use: ${(await scenarioNames()).join(', ')}`)
  }
  let value: unknown
  try {
    value = parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`The scenario ${nameOrFile} is not YAML: ${(error as Error).message}`, { cause: error })
  }
  const scenario = checkScenario(value, nameOrFile)
  if (scenario.log === undefined) return scenario
  const log = path.resolve(path.dirname(file), scenario.log)
  if (!existsSync(log)) throw new Error(`The scenario ${nameOrFile} names the log ${log}, which does not exist`)
  return { ...scenario, log }
}

export async function scenarioNames(): Promise<string[]> {
  return (await readdir(SCENARIO_FOLDER)).map((name) => path.basename(name, '.yaml')).toSorted()
}
