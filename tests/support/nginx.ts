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
 * @param ports of the two server processes
 * @throws if the program is missing or refuses the configuration
 */
export async function startNginx(ports: readonly [number, number]): Promise<TestNginx> {
  const program = findNginx()
  if (program === null) throw new Error('nginx is not installed')
  const port = await freePort()
  const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-nginx-'))
  // Workers of nginx run as another user.
  await chmod(folder, 0o711)
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, configuration(port, ports, folder))
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

/** The sample with the ports of a test. */
function configuration(port: number, [one, other]: readonly [number, number], folder: string): string {
  const replacements = [
    ['10.0.0.11:8080', `127.0.0.1:${one}`],
    ['10.0.0.12:8080', `127.0.0.1:${other}`],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/run/nginx.pid', `${folder}/nginx.pid`],
    ['/var/log/nginx', folder],
    ['http {', `http {\n${temporaryFolders(folder)}`],
  ] as const
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/nginx.conf does not contain ${from}`)
    return text.replaceAll(from, to)
  }, readProjectFile('docs/nginx.conf'))
}

function temporaryFolders(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};\n`)
    .join('')
}
