import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT, readProjectFile } from '../support/project.ts'
import { satisfies } from '../support/version-range.ts'

/**
 * Names that scripts import before they check the version, all of them in Node 18.0. A missing name ends the process
 * before its first line: check the history in Node's documentation before adding one.
 */
const IN_NODE_18: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['execFile', 'spawn', 'spawnSync'],
  'node:crypto': ['createHash'],
  'node:events': ['once'],
  'node:fs': [
    'chmodSync',
    'copyFileSync',
    'existsSync',
    'mkdirSync',
    'mkdtempSync',
    'readFileSync',
    'readdirSync',
    'renameSync',
    'rmSync',
    'statSync',
    'statfsSync',
    'writeFileSync',
  ],
  'node:fs/promises': ['mkdir', 'readFile', 'readdir', 'writeFile'],
  'node:http': ['createServer'],
  'node:net': ['createServer'],
  'node:url': ['fileURLToPath', 'pathToFileURL'],
  'node:util': ['promisify'],
  'node:zlib': ['brotliCompress', 'constants', 'gzip'],
}
// `import x from` and `import * as x from` work with any version.
const IMPORT = /^import\s+(?:(?:\w+|\* as \w+)\s*(?:,\s*)?)?(?:\{([^}]*)\}\s*)?(?:from\s*)?'([^']+)'/gm

/** The scripts behind the commands of package.json. */
const { scripts, engines } = JSON.parse(readProjectFile('package.json')) as {
  scripts: Record<string, string>
  engines: { node: string }
}
const commands = new Set(Object.values(scripts).flatMap((line) => /^node (\S+\.mjs)/.exec(line)?.[1] ?? []))

/** `module name` of all external imports of a script. */
function importedBy(script: string): string[] {
  const files = new Set([script])
  const found: string[] = []
  // Iteration includes elements that are added during it.
  for (const file of files) {
    for (const [, names = '', module = ''] of readProjectFile(file).matchAll(IMPORT)) {
      if (module.startsWith('.')) files.add(path.posix.join(path.posix.dirname(file), module))
      else found.push(...namesIn(names).map((name) => `${module} ${name}`), module)
    }
  }
  return [...new Set(found)]
}

function namesIn(list: string): string[] {
  return list.split(',').flatMap((part) => part.trim().split(/\s+as\s+/)[0] || [])
}

function check(version: string) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `Object.defineProperty(process.versions, 'node', { value: '${version}' })
       const { requireNode } = await import('./scripts/preflight.mjs')
       requireNode()`,
    ],
    { cwd: PROJECT_ROOT, encoding: 'utf8' },
  )
  return { status, stderr }
}

describe('a Node.js version that is too old', () => {
  it('starts only scripts that work with it', () => {
    const known = new Set(Object.entries(IN_NODE_18).flatMap(([module, names]) => names.map((n) => `${module} ${n}`)))
    const modules = new Set(['node:path', ...Object.keys(IN_NODE_18)])
    expect(commands.size).toBeGreaterThan(6)
    for (const script of commands) {
      const imported = importedBy(script)
      expect(imported).toContain('node:path')
      expect([script, imported.filter((one) => !known.has(one) && !modules.has(one))]).toEqual([script, []])
    }
  })

  it.each(['18.20.8', '20.18.3', '21.7.3', '22.11.0'])('%s is refused with the required version', (version) => {
    expect(check(version)).toEqual({
      status: 1,
      stderr: `Grandstand needs Node 20.19 or a later 20, or 22.12 or newer; this is ${version}.\n`,
    })
  })

  it.each(['20.19.0', '22.12.0', '24.0.0', '26.1.0'])('%s is accepted', (version) => {
    expect(check(version)).toEqual({ status: 0, stderr: '' })
  })

  it.each([
    ['20.18.9', false],
    ['20.19.0', true],
    ['21.7.3', false],
    ['22.11.9', false],
    ['22.12.0', true],
    ['24.0.0', true],
  ])('package.json has the same requirement for %s: %s', (version, expected) => {
    expect(satisfies(version, engines.node)).toBe(expected)
  })
})
