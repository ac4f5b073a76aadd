import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { findProgram } from './programs.ts'
import { readProjectFile } from './project.ts'
import { acceptsConnections } from './redis.ts'

export interface TestNginx {
  readonly url: string
  stop(): Promise<void>
}

export function findNginx(): string | null {
  return findProgram('nginx')
}

/**
 * Starts nginx with `docs/nginx.conf`, whose addresses and folders are replaced.
 *
 * @param ports of two or more server processes
 * @throws if the program is missing or refuses the configuration
 */
export async function startNginx(ports: readonly [number, number, ...number[]]): Promise<TestNginx> {
  const port = await freePort()
  return runNginx(port, (folder) => configuration(port, ports, folder))
}

/**
 * Starts nginx with `deploy/nginx.conf.template` in front of one process, as on `https://localhost`.
 *
 * @param certificates folder with fullchain.pem and privkey.pem
 * @param change edits the template, to break it
 */
export async function startTlsNginx(
  appPort: number,
  certificates: string,
  change: (template: string) => string = (template) => template,
): Promise<TestNginx> {
  const [port, plainPort] = [await freePort(), await freePort()]
  const file = 'deploy/nginx.conf.template'
  const template = change(readProjectFile(file))
  const nginx = await runNginx(port, (folder) =>
    replaced(file, template, [
      ['${SERVER_NAME}', 'localhost'],
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
      ['/etc/nginx/certs', certificates],
      ['/run/nginx.pid', `${folder}/nginx.pid`],
      ['http://app:8080', `http://127.0.0.1:${appPort}`],
      ['access_log /dev/stdout path;', 'access_log off;'],
      // Older nginx knows it as a parameter of `listen` only.
      ['    http2 on;\n', ''],
      ['http {', `http {\n${temporaryFolders(folder)}`],
    ]),
  )
  return { ...nginx, url: `https://localhost:${port}` }
}

async function runNginx(port: number, write: (folder: string) => string): Promise<TestNginx> {
  const program = findNginx()
  if (program === null) throw new Error('nginx is not installed')
  const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-nginx-'))
  // Workers of nginx run as another user.
  await chmod(folder, 0o711)
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, write(folder))
  const child = spawn(program, ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const refused = once(child, 'exit').then(() => {
    throw new Error('nginx has refused the configuration')
  })
  await Promise.race([acceptsConnections(port), refused])
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await refused.catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const FAILS = 'max_fails=3 fail_timeout=10s'

/** The sample with the ports of a test. */
function configuration(port: number, [one, ...others]: readonly number[], folder: string): string {
  const replacements = [
    ['10.0.0.11:8080', `127.0.0.1:${one}`],
    [`server 10.0.0.12:8080 ${FAILS};`, others.map((other) => `server 127.0.0.1:${other} ${FAILS};`).join(' ')],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/run/nginx.pid', `${folder}/nginx.pid`],
    ['/var/log/nginx', folder],
    ['/var/cache/nginx', folder],
    ['http {', `http {\n${temporaryFolders(folder)}`],
  ] as const
  return replaced('docs/nginx.conf', readProjectFile('docs/nginx.conf'), replacements)
}

/** Replaces texts of a sample. Throws if one of them is missing. */
function replaced(name: string, sample: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${name} does not contain ${from}`)
    return text.replaceAll(from, to)
  }, sample)
}

function temporaryFolders(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};\n`)
    .join('')
}
