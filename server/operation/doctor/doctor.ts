import { readConfig, type Config, type Environment } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'
import { localUrl } from '../../config/start-report.ts'
import { checkClock } from './clock-check.ts'
import { checkDatabase, checkRedis } from './database-checks.ts'
import { problem, type Check, type CheckContext, type Finding } from './finding.ts'
import { checkDisk, checkFileLimit, checkMediaFolder, checkPorts, checkSecrets } from './machine-checks.ts'
import { checkOrigins, checkProxy, checkTls } from './origin-checks.ts'
import { checkPublishers } from './publisher-checks.ts'
import { checkCalls, checkMedia, checkOtherOrigins, checkPage, checkSocket } from './reach-checks.ts'

/** Time limit of one request of a check. */
const LIMIT_MS = 5_000

/** All checks, in the order of the report. The last ones need a running server. */
const CHECKS: readonly Check[] = [
  checkSecrets,
  checkClock,
  checkDisk,
  checkMediaFolder,
  checkFileLimit,
  checkPorts,
  checkDatabase,
  checkRedis,
  checkOrigins,
  checkProxy,
  checkTls,
  checkPage,
  checkCalls,
  checkSocket,
  checkMedia,
  checkPublishers,
  checkOtherOrigins,
]

export interface DoctorOptions extends Partial<Pick<CheckContext, 'now' | 'limitMs' | 'ca'>> {
  /** Origins that browsers use, if they differ from ALLOWED_ORIGINS. */
  readonly pageOrigins?: readonly string[]
}

/**
 * Checks an installation and returns what was found. An invalid configuration is reported alone, because the other checks
 * depend on it.
 */
export async function examine(environment: Environment, options: DoctorOptions = {}): Promise<readonly Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.problems.map((text) => problem('configuration', text, 'Correct it in .env or in the environment.'))
  }
  return examineConfig(config, options)
}

/** Like {@link examine}, for a server that runs with this configuration. */
export async function examineConfig(config: Config, options: DoctorOptions = {}): Promise<readonly Finding[]> {
  const { pageOrigins, now = Date.now, limitMs = LIMIT_MS, ca } = options
  const context: CheckContext = {
    config,
    isPublic: config.mode !== 'demo',
    pageOrigins: pageOrigins ?? pageOriginsOf(config),
    now,
    limitMs,
    ca,
  }
  // One after the other, so that a slow check does not make another one exceed its limit.
  const findings: Finding[] = []
  for (const check of CHECKS) findings.push(...(await check(context)))
  return findings
}

/** Empty if a server chooses a free port. */
function pageOriginsOf({ allowedOrigins, host, port }: Config): readonly string[] {
  if (allowedOrigins.length > 0) return allowedOrigins
  return port === 0 ? [] : [localUrl(host, port)]
}

const MARKS: Readonly<Record<Finding['outcome'], string>> = { ok: '✓', warning: '!', problem: '✗', skipped: '-' }

/** The findings as lines of text, and a closing line with the counts. */
export function reportOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ check, outcome, text, fix }) => [
    `${MARKS[outcome]} ${check.padEnd(width)}  ${text}`,
    ...(fix === null ? [] : [`  ${' '.repeat(width)}  → ${fix}`]),
  ])
  const count = (outcome: Finding['outcome']): number => findings.filter((one) => one.outcome === outcome).length
  lines.push(
    '',
    `${count('ok')} ok, ${count('warning')} warnings, ${count('problem')} problems, ${count('skipped')} skipped`,
  )
  return `${lines.join('\n')}\n`
}
