import { parseSync } from 'vite'

/** A node of a syntax tree, as far as this file reads one. */
interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet'])
/** What keeps its argument from one drawing to the next. */
const KEEPERS = new Set(['atom', 'useState', 'useRef'])
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/**
 * Names of everything in a TypeScript text that begins empty and can be filled for longer than one call lasts: fields of
 * classes, variables of a module, variables of a function that functions it leaves behind share, state of components.
 */
export function findHolders(file: string, text: string): string[] {
  const found = new Set<string>()
  visit(parseSync(file, text).program as unknown as Node, { owner: null, isLasting: true, found })
  return [...found]
}

interface Place {
  /** The field or variable that is being given its first value. */
  readonly owner: string | null
  /** What begins here lives as long as the module or the object. */
  readonly isLasting: boolean
  readonly found: Set<string>
}

function visit(node: Node, place: Place): void {
  if (place.isLasting && place.owner !== null && isEmptyCollection(node)) place.found.add(place.owner)
  if (FUNCTIONS.has(node.type)) {
    for (const name of sharedCollections(node)) place.found.add(name)
    return visitAll(node, { ...place, owner: null, isLasting: false })
  }
  if (node.type === 'PropertyDefinition')
    return visitAll(node, { ...place, owner: nameOf(node['key']), isLasting: true })
  if (node.type === 'VariableDeclarator') {
    return visitAll(node, { ...place, owner: place.owner ?? nameOf(node['id']) })
  }
  if (node.type === 'CallExpression' && KEEPERS.has(nameOf(node['callee']) ?? '')) {
    return visitAll(node, { ...place, isLasting: true })
  }
  visitAll(node, place)
}

function visitAll(node: Node, place: Place): void {
  for (const child of childrenOf(node)) visit(child, place)
}

/** Empty collections among a function's own variables that functions use which may outlive the call. */
function sharedCollections(node: Node): string[] {
  const own: string[] = []
  const used = new Set<string>()
  const look = (inner: Node, isArgument: boolean, isLeftBehind: boolean) => {
    const isFunction = FUNCTIONS.has(inner.type)
    const stays = isLeftBehind || (isFunction && !isArgument)
    if (
      inner.type === 'VariableDeclarator' &&
      !isLeftBehind &&
      isNode(inner['init']) &&
      isEmptyCollection(inner['init'])
    ) {
      own.push(nameOf(inner['id']) ?? '')
    }
    if (inner.type === 'Identifier' && isLeftBehind) used.add(nameOf(inner) ?? '')
    const isCall = inner.type === 'CallExpression' || inner.type === 'NewExpression'
    const given = isCall && Array.isArray(inner['arguments']) ? inner['arguments'] : []
    for (const child of childrenOf(inner)) look(child, given.includes(child), stays)
  }
  for (const child of childrenOf(node)) look(child, false, false)
  return own.filter((name) => used.has(name))
}

function isEmptyCollection({ type, ...fields }: Node): boolean {
  if (type === 'ArrayExpression') return Array.isArray(fields['elements']) && fields['elements'].length === 0
  const isNew = type === 'NewExpression' && COLLECTIONS.has(nameOf(fields['callee']) ?? '')
  return isNew && Array.isArray(fields['arguments']) && fields['arguments'].length === 0
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value): Node[] => {
    if (Array.isArray(value)) return value.filter(isNode)
    return isNode(value) ? [value] : []
  })
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Of `[rows, setRows]` the first one. */
function nameOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  if ('elements' in value && Array.isArray(value.elements)) return nameOf(value.elements[0])
  return 'name' in value && typeof value.name === 'string' ? value.name : null
}
