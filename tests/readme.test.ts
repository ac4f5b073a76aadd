import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { SITE_CONFIG_KEYS } from '#protocol/site-config.ts'
import { CONFIG_KEYS } from '#server/config/config-keys.ts'
import { PROJECT_ROOT, projectFiles, readProjectFile } from './support/project.ts'

const README = readProjectFile('README.md')
const PRODUCT = ['src', 'server', 'workers'].flatMap((folder) => projectFiles(folder, ['.ts', '.tsx']))
const texts = new Map(PRODUCT.map((file) => [file, readProjectFile(file)]))

/** Product files whose text matches. */
function filesWith(pattern: RegExp, files: readonly string[] = PRODUCT): string[] {
  return files.filter((file) => pattern.test(texts.get(file) ?? readProjectFile(file))).toSorted()
}

/** The paths in the row of this name in the table "Where to add". */
function placesOf(what: string): string[] {
  const row = README.split('\n').find((line) => line.startsWith(`| ${what} `))
  return [...(row ?? '').matchAll(/`([^`]+)`/g)].map(([, place]) => place ?? '')
}

const DOCUMENTS = ['README.md', ...projectFiles('docs', ['.md'])]
/** Made by an operator, so not in the repository. */
const NOT_IN_REPOSITORY = ['deploy/.env', 'deploy/certs/']

/** Anchors of a document, as GitHub derives them from its headings. */
function anchorsOf(document: string): string[] {
  const headings = readProjectFile(document)
    .split('\n')
    .filter((line) => /^#+ /.test(line))
  return headings.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

describe('the paths and links in README.md and docs', () => {
  /** Paths of files in backticks. Those with a placeholder such as `<noun>` name no file. */
  const pathsIn = (document: string) =>
    [
      ...readProjectFile(document).matchAll(/`((?:src|server|workers|tests|scripts|docs|deploy|public)\/[^`<>*\s]*)`/g),
    ].map(([, name]) => name!)

  it('name files that exist', () => {
    expect(pathsIn('README.md').length).toBeGreaterThan(20)
    const missing = DOCUMENTS.flatMap((document) =>
      pathsIn(document)
        .filter((name) => !NOT_IN_REPOSITORY.includes(name) && !existsSync(path.join(PROJECT_ROOT, name)))
        .map((name) => `${document}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('lead to files and headings that exist', () => {
    const broken = DOCUMENTS.flatMap((document) =>
      [...readProjectFile(document).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, file, anchor]) => {
          const target = file ? path.posix.join(path.posix.dirname(document), file) : document
          if (!existsSync(path.join(PROJECT_ROOT, target))) return true
          return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
        })
        .map(([link]) => `${document}: ${link}`),
    )
    expect(broken).toEqual([])
  })
})

describe('the table of docs/security.md', () => {
  const rows = readProjectFile('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| asset') && !line.startsWith('| ---'))
    .map((line) => line.split('|').map((cell) => cell.trim()))

  it('names an existing test and a number of ASVS in each row', () => {
    expect(rows.length).toBeGreaterThan(30)
    const wrong = rows.filter(([, , , shown = '', , numbers = '']) => {
      const tests = [...shown.matchAll(/`(tests\/[^`]+)`/g)].map(([, name]) => name!)
      const isShown = tests.length > 0 && tests.every((name) => existsSync(path.join(PROJECT_ROOT, name)))
      return !isShown || !/^\d{1,2}\.\d{1,2}/.test(numbers)
    })
    expect(wrong).toEqual([])
  })

  it('is one of the documents that README.md lists', () => {
    expect(README).toContain('docs/security.md')
  })
})

describe('the decisions', () => {
  const folder = 'docs/decisions'
  const index = readProjectFile(`${folder}/README.md`)
  /** Number and file of each line of the index. */
  const decisions = [...index.matchAll(/^\| (\d+) +\| \[.*?\]\(([^)]+\.md)\)/gm)].map(([, number, file]) => ({
    number: Number(number),
    file: file!,
  }))

  it('have one line of the index each, which names the file with their heading', () => {
    expect(decisions.length).toBeGreaterThan(170)
    expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length)
    const wrong = decisions.filter(
      ({ number, file }) => !new RegExp(`^##? ${number}[.:] `, 'm').test(readProjectFile(`${folder}/${file}`)),
    )
    expect(wrong).toEqual([])
  })

  it('are in at most 90 files, and the index names all of them', () => {
    const files = projectFiles(folder, ['.md']).filter((file) => !file.endsWith('/README.md'))
    expect(files.length).toBeLessThanOrEqual(90)
    expect([...new Set(decisions.map(({ file }) => `${folder}/${file}`))].toSorted()).toEqual(files)
  })

  it('exist for every number that code, tests and documents refer to', () => {
    const known = new Set(decisions.map(({ number }) => number))
    const sources = ['src', 'server', 'workers', 'load', 'scripts', 'deploy', 'tests', 'docs'].flatMap((root) =>
      projectFiles(root, ['.ts', '.tsx', '.mjs', '.css', '.md', '.json', '.sql', '.yml', '.html']),
    )
    const unknown = ['README.md', '.env.example', ...sources].flatMap((file) =>
      [
        ...readProjectFile(file).matchAll(
          /\bdecisions? +(?:\[)?(\d{1,3})(?:(?:,| and| to) (?:decision )?(\d{1,3})\b)?|docs\/decisions[/ ](\d{3})\b/gi,
        ),
      ]
        .flatMap((match) => match.slice(1).filter((number) => number !== undefined))
        .filter((number) => !known.has(Number(number)))
        .map((number) => `${file}: ${number}`),
    )
    expect(unknown).toEqual([])
  })
})

describe('the table "Where things are"', () => {
  const table = README.split('## Where things are\n')[1]?.split('\n## ')[0] ?? ''

  it.each([
    { question: 'rate limited', file: 'server/rooms/speech-rules.ts', defines: 'class SpeechLimits' },
    { question: 'states of a deposit', file: 'src/protocol/wallet/order-states.ts', defines: 'deposit: DEPOSIT' },
    { question: 'price of a match', file: 'src/protocol/room/feed.ts', defines: 'const MatchOdds' },
    { question: 'colours', file: 'src/ui/skins/<skin>.css', defines: '--accent:' },
    { question: 'locks a sign-in', file: 'server/members/sign-in-guard.ts', defines: 'const SIGN_IN_ATTEMPTS' },
    { question: 'money formatted', file: 'src/lib/format.ts', defines: 'function formatMoney' },
    { question: 'kinds of messages', file: 'src/protocol/room/kinds.ts', defines: 'const MSG_TYPES' },
  ])('answers "$question" with $file', ({ question, file, defines }) => {
    const rows = table.split('\n').filter((line) => line.split('|')[1]?.includes(question))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(`\`${file}\``)
    expect(readProjectFile(file.replace('<skin>', 'glow'))).toContain(defines)
  })
})

describe('the paths of a message and of a call', () => {
  /** Files named in the numbered steps of a section, without repetitions. */
  const stepsOf = (title: string) => {
    const section = README.split(`### ${title}\n`)[1]?.split('\n### ')[0] ?? ''
    const steps = section.split('\n').filter((line) => /^\d+\. /.test(line))
    return [...new Set([...steps.join('\n').matchAll(/`([^`]+\.tsx?)`/g)].map(([, file]) => file!))]
  }

  it.each([
    { title: 'The path of a chat message', maxFiles: 28 },
    { title: 'The path of a call', maxFiles: 14 },
  ])('$title: has at most $maxFiles files, and all exist', ({ title, maxFiles }) => {
    const named = stepsOf(title)
    expect(named.filter((file) => !PRODUCT.includes(file))).toEqual([])
    expect(named.length).toBeGreaterThan(10)
    expect(named.length).toBeLessThanOrEqual(maxFiles)
  })
})

describe('the table "Where to add"', () => {
  it('has every place of a call: its endpoint, its handler and its use', () => {
    expect(filesWith(/'brand\.list'/)).toEqual([
      'server/calls/games/e-game.ts',
      'src/features/egame/GameHall.tsx',
      'src/protocol/endpoints/game.ts',
    ])
    expect(placesOf('a call')).toEqual([
      'src/protocol/endpoints/<noun>.ts',
      'server/calls/<area>/<noun>.ts',
      "call('<noun>.<verb>', …)",
    ])
  })

  it('has every place of a message kind', () => {
    const places = placesOf('a message kind')
    for (const kind of Object.keys(MSG_TYPES)) {
      for (const file of places)
        expect(readProjectFile(file), `${kind} in ${file}`).toMatch(new RegExp(`\\b${kind}\\b`))
    }
    const chat = PRODUCT.filter((file) =>
      /^(?:src\/protocol\/(?:room|worker\/feed)|src\/features\/chat|src\/state\/feed|workers\/feed)/.test(file),
    )
    // A kind without behaviour of its own is named in these files and in its component only.
    expect(filesWith(/'notice'|\bnotice: /, chat)).toEqual(
      [...places, 'src/features/chat/rows/SystemRow.tsx'].toSorted(),
    )
  })

  it('has every place of an environment variable', () => {
    for (const name of Object.keys(CONFIG_KEYS)) {
      const places = filesWith(new RegExp(`\\b${name}\\b`), ['.env.example', 'server/config/config-keys.ts'])
      expect(places, name).toHaveLength(2)
    }
  })

  it('has the place of a key of the site configuration', () => {
    for (const key of SITE_CONFIG_KEYS) {
      expect(filesWith(new RegExp(`^  ${key}: key(?:<[^(]*>)?\\(`, 'm'))).toEqual(['src/protocol/site-config.ts'])
    }
    expect(filesWith(/\bresponsibleStrict\b/)).toEqual([
      'server/config/site-config.ts',
      'src/console/config-values.ts',
      'src/messages/zh/console/site.ts',
      'src/protocol/site-config.ts',
    ])
  })

  it('has every place of a screen', () => {
    // Errors of routes show NotFoundPage too; play.html is an entry of its own; PerfPage loads the lab through RoomPage.
    const special = ['NotFoundPage', 'PlayPage', 'RoomPage']
    const bundles = ['src/app/pages/club/club-pages.ts', 'src/app/pages/wallet/wallet-pages.ts']
    for (const page of projectFiles('src/app/pages', ['Page.tsx'])) {
      const name = path.basename(page, '.tsx')
      if (special.includes(name)) continue
      // The server preloads the code of some pages, which is an optimisation.
      const places = filesWith(new RegExp(`\\b${name}\\b`)).filter((file) => file.startsWith('src/'))
      const lists = bundles.filter((file) => readProjectFile(file).includes(`/${name}.tsx'`))
      expect(places.toSorted(), name).toEqual([page, ...lists, 'src/app/router.tsx'].toSorted())
    }
  })
})
