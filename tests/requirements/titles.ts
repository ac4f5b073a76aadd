import { parseSync } from 'vite'

/** A title as the runner prints it, after its describe blocks, with the values of its placeholders. */
export interface Title {
  readonly file: string
  readonly text: string
  /** Source of the tables of a title with placeholders; otherwise empty. */
  readonly table: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const RUNNERS = new Set(['it', 'test', 'describe'])

/**
 * All titles of describe, it and test in a file, with any modifiers (`each`, `skipIf`, `serial`). The bodies of tests are
 * not searched.
 */
export function titlesIn(file: string, source: string): Title[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const root = program as unknown as Node
  const constants = topLevelConstants(root, source)
  const found: Title[] = []
  const walk = (node: Node, above: Title, loops: readonly string[]): void => {
    let around = above
    let inLoops = loops
    if (node.type === 'ForOfStatement') inLoops = [...loops, sourceOf(node['right'] as Node, source)]
    if (node.type === 'CallExpression') {
      const call = readCall(node, source)
      if (call !== null) {
        const tables = isDynamic(call.title) ? [...call.tables, ...inLoops] : []
        around = {
          file,
          text: `${above.text} ${call.title}`.trim(),
          table: [above.table, ...tables, ...tables.flatMap((text) => namedIn(text, constants))].join(' ').trim(),
        }
        if (call.isTest) {
          found.push(around)
          return
        }
      }
    }
    for (const child of childrenOf(node)) walk(child, around, inLoops)
  }
  walk(root, { file, text: '', table: '' }, [])
  return found
}

/** `it.each(table)('title', ...)` and shorter forms; null for other calls. */
function readCall(node: Node, source: string): { title: string; isTest: boolean; tables: string[] } | null {
  const tables: string[] = []
  let runner = ''
  let callee = node['callee'] as Node
  for (;;) {
    if (callee.type === 'MemberExpression') {
      callee = callee['object'] as Node
    } else if (callee.type === 'CallExpression') {
      tables.push(...(callee['arguments'] as Node[]).map((argument) => sourceOf(argument, source)))
      callee = callee['callee'] as Node
    } else {
      runner = callee.type === 'Identifier' ? String(callee['name']) : ''
      break
    }
  }
  const title = RUNNERS.has(runner) ? textOf((node['arguments'] as Node[])[0], source) : null
  const isDescribe = runner === 'describe' || sourceOf(node['callee'] as Node, source).startsWith('test.describe')
  return title === null ? null : { title, isTest: !isDescribe, tables }
}

function textOf(node: Node | undefined, source: string): string | null {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  return node?.type === 'TemplateLiteral' ? sourceOf(node, source).slice(1, -1) : null
}

/** Whether the title depends on a table or a loop. */
export function isDynamic(title: string): boolean {
  return /%[sdifjop]|\$\{|\$\w/.test(title)
}

function namedIn(text: string, constants: ReadonlyMap<string, string>): string[] {
  return [...constants].filter(([name]) => new RegExp(`\\b${name}\\b`).test(text)).map(([, value]) => value)
}

function topLevelConstants(root: Node, source: string): Map<string, string> {
  const declarations = (root['body'] as Node[]).filter(({ type }) => type === 'VariableDeclaration')
  return new Map(
    declarations.flatMap((declaration) =>
      (declaration['declarations'] as Node[]).flatMap(({ id, init }): [string, string][] => {
        const name = (id as Node)['name']
        return typeof name === 'string' && init !== null ? [[name, sourceOf(init as Node, source)]] : []
      }),
    ),
  )
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
}

function sourceOf(node: Node, source: string): string {
  return source.slice(node.start, node.end)
}
