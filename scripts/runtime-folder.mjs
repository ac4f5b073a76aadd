import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT, requireNode, stop } from './preflight.mjs'

/**
 * `node scripts/runtime-folder.mjs FOLDER`: copies what a server needs at run time to a new folder: the build, the files
 * that it reads, and the packages that it imports with their dependencies. The packages of the pages are in the build.
 */
requireNode()
const [folder] = process.argv.slice(2)
if (folder === undefined) stop('Usage: node scripts/runtime-folder.mjs FOLDER')
const target = path.resolve(folder)
if (existsSync(target)) stop(`${target} exists; choose a new folder`)
const built = path.join(PROJECT_ROOT, 'dist', 'server')
if (!existsSync(path.join(built, 'main.js'))) stop('The server is not built yet. Run:  npm run build')

const { dependencies } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))
// Migrations, drawings, and modules that run in threads and processes of their own.
const files = filesBelow(path.join(PROJECT_ROOT, 'server')).filter((file) => !/\.ts$|tsconfig|\.tsbuild/.test(file))
const code = [
  ...filesBelow(built).filter((file) => file.endsWith('.js')),
  ...files.filter((file) => file.endsWith('.mjs')),
]

for (const name of ['package.json', 'LICENSE', 'dist']) copy(path.join(PROJECT_ROOT, name))
for (const file of files) copy(file)
for (const place of closure(importedBy(code))) copy(place)

function filesBelow(place) {
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const below = path.join(place, entry.name)
    return entry.isDirectory() ? filesBelow(below) : [below]
  })
}

function copy(place) {
  const copied = path.join(target, path.relative(PROJECT_ROOT, place))
  mkdirSync(path.dirname(copied), { recursive: true })
  // Packages nested in a package are copied if they are needed themselves. TypeScript and source maps are a third of the size.
  const isNeeded = (name) =>
    !path.relative(place, name).split(path.sep).includes('node_modules') && !/\.[cm]?tsx?$|\.map$/.test(name)
  cpSync(place, copied, { recursive: true, filter: isNeeded })
}

/** Names of the dependencies that these files import, also with `createRequire(import.meta.url)(name)`. */
function importedBy(modules) {
  const names = new Set()
  for (const file of modules) {
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(
      /\b(?:from|import|require|createRequire\([\w.]+\))\s*\(?\s*["']([^"'.][^"']*)["']/g,
    )) {
      const name = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')
      if (Object.hasOwn(dependencies, name)) names.add(name)
    }
  }
  return names
}

/** Folders of these packages and of everything that they depend on and that is installed. */
function closure(names) {
  const found = new Set()
  const waiting = [...names].map((name) => [name, PROJECT_ROOT])
  for (const [name, from] of waiting) {
    const place = resolvePackage(name, from)
    if (place === null || found.has(place)) continue
    found.add(place)
    const manifest = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'))
    for (const next of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      waiting.push([next, place])
    }
  }
  return found
}

/** The folder of a package as Node resolves it, or null for an optional one that is not installed. */
function resolvePackage(name, from) {
  for (let at = from; at.startsWith(PROJECT_ROOT); at = path.dirname(at)) {
    const place = path.join(at, 'node_modules', name)
    if (existsSync(path.join(place, 'package.json'))) return place
  }
  return null
}
