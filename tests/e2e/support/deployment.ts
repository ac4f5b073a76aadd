import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PROJECT_ROOT } from '../../support/project.ts'

/** A copy of the product in its own folder, whose build can be replaced like by a deployment. */
export interface Deployment {
  readonly root: string
  /** The build id in its pages. */
  build(): Promise<string>
  /** Replaces the build; the server serves it from its next start. Resolves with its id. */
  deploy(): Promise<string>
  remove(): Promise<void>
}

export async function prepareDeployment(): Promise<Deployment> {
  const root = await mkdtemp(path.join(tmpdir(), 'grandstand-deployment-'))
  for (const part of ['package.json', 'scripts', 'dist']) {
    // oxlint-disable-next-line no-await-in-loop -- three
    await cp(path.join(PROJECT_ROOT, part), path.join(root, part), { recursive: true })
  }
  await Promise.all(
    ['node_modules', 'server'].map((part) => symlink(path.join(PROJECT_ROOT, part), path.join(root, part))),
  )
  const file = (name: string): string => path.join(root, 'dist', 'client', name)
  let deployed = 0
  const build = async (): Promise<string> => {
    const stamp = JSON.parse(await readFile(file('build.json'), 'utf8')) as { build: string }
    return stamp.build
  }
  return {
    root,
    build,
    async deploy() {
      deployed += 1
      const before = await build()
      const next = String(deployed).padStart(16, '0')
      for (const name of ['build.json', 'sw.js']) {
        // oxlint-disable-next-line no-await-in-loop -- two
        await writeFile(file(name), (await readFile(file(name), 'utf8')).replaceAll(before, next))
      }
      await Promise.all(['sw.js.br', 'sw.js.gz'].map((name) => rm(file(name), { force: true })))
      return next
    },
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  }
}
