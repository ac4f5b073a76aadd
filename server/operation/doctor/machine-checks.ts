import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../../config/start-error.ts'
import { PROJECT_ROOT } from '../../config/project-root.ts'
import { localUrl } from '../../config/start-report.ts'
import { probeAddress } from '../../net/listen.ts'
import { codeOf, ok, problem, skipped, warning, type Check, type Finding } from './finding.ts'
import { accepts, request } from './request.ts'

const MIN_DIFFERENT_CHARACTERS = 12
const OTHERS_MAY_READ = 0o077
const MB = 1024 * 1024
/** Below this, the next backup or a burst of WAL can fill the disk. */
const LOW_DISK_BYTES = 2_048 * MB
const FULL_DISK_BYTES = 256 * MB
/** Connections that a process accepts, and files beside them. */
const WANTED_FILES = 21_000

/** Strength of the secrets, and that each is used for one purpose. */
export const checkSecrets: Check = async ({ config, isPublic }) => {
  const secrets = {
    SECRET: config.secret,
    INGEST_SECRET: config.ingest?.secret ?? null,
    RELAY_SECRET: config.relaySecret,
    METRICS_TOKEN: config.metricsToken,
  }
  const findings: Finding[] = []
  const owners = new Map<string, string>()
  for (const [name, secret] of Object.entries(secrets)) {
    if (secret === null) continue
    const other = owners.get(secret)
    if (other !== undefined) {
      findings.push(problem('secrets', `${name} has the value of ${other}.`, `Set ${name} to another random value.`))
    }
    owners.set(secret, name)
    if (new Set(secret).size < MIN_DIFFERENT_CHARACTERS) {
      findings.push(problem('secrets', `${name} is not random.`, 'Use the output of:  openssl rand -base64 48'))
    }
  }
  findings.push(...checkEnvFile())
  if (isPublic && config.metricsToken === null) {
    const fix = 'Set METRICS_TOKEN to 22 or more random characters.'
    findings.push(warning('secrets', 'METRICS_TOKEN is not set, so nobody can read /metrics.', fix))
  }
  return findings.length > 0 ? findings : [ok('secrets', 'The secrets are random and differ from each other.')]
}

/** Other users of the machine must not read `.env`. */
function checkEnvFile(): Finding[] {
  const file = join(PROJECT_ROOT, '.env')
  const access = process.platform === 'win32' ? null : (statSync(file, { throwIfNoEntry: false })?.mode ?? null)
  if (access === null || (access & OTHERS_MAY_READ) === 0) return []
  return [problem('secrets', `${file} can be read by other users.`, `Run:  chmod 600 ${file}`)]
}

/** Free space where the server writes. */
export const checkDisk: Check = async ({ config }) => {
  const folder = existing(config.dataDir)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const text = `${Math.floor(free / MB).toLocaleString('en')} MB are free at ${folder}.`
  const fix = 'Free space, or set DATA_DIR to a folder on a larger disk.'
  if (free < FULL_DISK_BYTES) return [problem('disk', text, fix)]
  return [free < LOW_DISK_BYTES ? warning('disk', text, fix) : ok('disk', text)]
}

/** The path itself, or the nearest one above that exists. */
function existing(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : existing(dirname(path))
}

/** The ingest stores its state in `media/` of the data folder. */
export const checkMediaFolder: Check = async ({ config }) => {
  const folder = existing(join(config.dataDir, 'media'))
  try {
    const probe = await mkdtemp(join(folder, '.doctor-'))
    await writeFile(join(probe, 'probe'), 'probe')
    await rm(probe, { recursive: true, force: true })
    return [ok('media folder', `${folder} can be written to.`)]
  } catch (error) {
    const text = `${folder} cannot be written to (${codeOf(error)}).`
    return [problem('media folder', text, 'Give it to the user of the server (chown), or set DATA_DIR.')]
  }
}

/** Each viewer needs a file descriptor. */
export const checkFileLimit: Check = async () => {
  let limits: string
  try {
    limits = readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return [skipped('files', 'This system does not report its limit of open files.')]
  }
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1] ?? 'unlimited'
  const text = `A process started here may open ${limit} files; each viewer needs one.`
  if (limit === 'unlimited' || Number(limit) >= WANTED_FILES) return [ok('files', text)]
  const fix = `Set LimitNOFILE=${WANTED_FILES} in the systemd unit, or run:  ulimit -n ${WANTED_FILES}`
  return [warning('files', text, fix)]
}

/** The port is free, or this server listens on it; the same for publishers. */
export const checkPorts: Check = async ({ config, limitMs }) => {
  if (config.port === 0) return [ok('ports', 'PORT is 0: any free port is used.')]
  const isRunning = await request(`${localUrl(config.host, config.port)}/healthz`, { limitMs }).then(
    ({ status, body }) => status === 200 && body.includes('"ok"'),
    () => false,
  )
  return [await portFinding(config, isRunning), ...(await ingestFinding(config.ingest?.port ?? 0, isRunning, limitMs))]
}

async function portFinding(config: { host: string; port: number }, isRunning: boolean): Promise<Finding> {
  if (isRunning) return ok('ports', `The server listens on ${config.port}.`)
  try {
    await probeAddress(config)
    return ok('ports', `${config.port} of ${config.host} is free; the server is not running.`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return problem('ports', error.message, 'Stop the other program, or set PORT and the proxy to another port.')
  }
}

async function ingestFinding(port: number, isRunning: boolean, limitMs: number): Promise<Finding[]> {
  if (port === 0) return []
  const isOpen = await accepts('127.0.0.1', port, limitMs)
  if (isOpen === isRunning) {
    return [ok('ports', isOpen ? `Publishers can connect to ${port}.` : `${port} is free for publishers.`)]
  }
  const fix = isOpen
    ? 'Stop the other program, or set INGEST_PORT to another port.'
    : 'The log of the server names the reason; it tries again by itself.'
  return [problem('ports', isOpen ? `${port} (RTMP) is in use.` : `Nothing listens on ${port} (RTMP).`, fix)]
}
