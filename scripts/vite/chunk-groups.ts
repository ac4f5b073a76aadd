import path from 'node:path'

/** What a bundler tells of a module, as far as it counts here. */
interface ModuleLinks {
  readonly importedIds: readonly string[]
  /** What it imports when it is needed. */
  readonly dynamicallyImportedIds?: readonly string[]
  /** Who imports it at once. */
  readonly importers: readonly string[]
  readonly code?: string | null
}

interface Graph {
  getModuleInfo(id: string): ModuleLinks | null
}

/**
 * Packages of which everything is needed at once. Of others a group takes no more than its own modules import: theirs are
 * full of entries that nobody uses, and only the bundler knows which.
 */
const WHOLE = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|jotai)[\\/]/

/** Its modules are many and small; two screens that share some share their insides. */
const PARTS = /[\\/]node_modules[\\/]@base-ui[\\/]/
const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]/

/** Groups in the order in which they take: what a group imports and nobody has taken comes along. */
const GROUPS = ['base', 'both', 'shell', 'kit', 'match', 'lists', 'stage', 'parts', 'controls', 'overlays'] as const
type Group = (typeof GROUPS)[number]

interface ChunkGroup {
  readonly name: (id: string, graph: Graph) => Group | null
  readonly debugName: Group
  readonly priority: number
  readonly includeDependenciesRecursively: boolean
}

/**
 * Puts modules into few files, since every file costs a phone a round trip: `base` is what both pages begin with, `both`
 * what the page that only plays fetches later and the application begins with (in `shell` it would bring the application
 * into that page, and start it there), `shell` what the application begins with beyond that, `kit` what sign-in and live list share, `match` what live list and room
 * share, `lists` what live list and home share, `stage` what home and room share beyond that, `parts` what home shares with
 * screens that few begin with, `controls` the insides of controls that a first screen shares with what opens over it,
 * `overlays` the inside of all that opens over a page, which is fetched together when the page has come to rest. Everything else is
 * left to the bundler. The graph is read when the first module asks.
 */
export function chunkGroups(root: string): ChunkGroup[] {
  let names: ReadonlyMap<string, Group> | null = null
  const inRoot = (file: string): string => path.join(root, file)
  return GROUPS.map((group, position) => ({
    debugName: group,
    priority: GROUPS.length - position,
    // What comes later takes nothing along that a screen may begin with.
    includeDependenciesRecursively: group !== 'overlays',
    name: (id, graph) => {
      names ??= groupsOf(graph, {
        application: inRoot('index.html'),
        play: inRoot('play.html'),
        home: inRoot('src/app/pages/HomePage.tsx'),
        list: inRoot('src/app/pages/LivePage.tsx'),
        room: inRoot('src/app/pages/RoomPage.tsx'),
        login: inRoot('src/app/pages/LoginPage.tsx'),
        overlays: ['DialogBody', 'SheetBody', 'MenuPopup', 'PopoverPopup', 'ToastBoard'].map((name) =>
          inRoot(`src/ui/${name}.tsx`),
        ),
      })
      return names.get(id) === group ? group : null
    },
  }))
}

/** Ids of the two pages, of the screens that most visitors begin with, and of what opens over them. */
export type Beginnings = Readonly<Record<'application' | 'play' | 'home' | 'list' | 'room' | 'login', string>> &
  Readonly<Record<'overlays', readonly string[]>>

/** Which module of a graph belongs to which group. */
export function groupsOf(graph: Graph, beginnings: Beginnings): ReadonlyMap<string, Group> {
  const from = (start: Exclude<keyof Beginnings, 'overlays'>): Set<string> =>
    staticallyReached(graph, beginnings[start])
  const [first, play, home, list, room, login] = [
    from('application'),
    from('play'),
    from('home'),
    from('list'),
    from('room'),
    from('login'),
  ]
  const isOurs = (id: string): boolean => !id.includes('node_modules') || WHOLE.test(id)
  const playLater = reached(graph, beginnings.play, ({ importedIds, dynamicallyImportedIds = [] }) => [
    ...importedIds,
    ...dynamicallyImportedIds,
  ])
  const names = new Map<string, Group>()
  for (const id of list) {
    if (home.has(id) && isOurs(id)) names.set(id, 'lists')
    if (room.has(id) && isOurs(id)) names.set(id, 'match')
    if (login.has(id) && (isOurs(id) || PARTS.test(id))) names.set(id, 'kit')
  }
  const isShared = (id: string): boolean =>
    graph.getModuleInfo(id)?.importers.some((other) => !home.has(other)) === true
  for (const id of home) {
    if (isOurs(id) && !names.has(id) && isShared(id)) names.set(id, room.has(id) ? 'stage' : 'parts')
  }
  for (const id of first) if (isOurs(id)) names.set(id, play.has(id) ? 'base' : 'shell')
  const isBegunWith = (id: string): boolean => [first, home, list, room, login].some((beginning) => beginning.has(id))
  for (const id of playLater) if (isOurs(id) && !play.has(id) && isBegunWith(id)) names.set(id, 'both')
  // Else the shell would take icons that it shares with the player, and the page that only plays would begin the shell.
  const iconsOf = (modules: ReadonlySet<string>) => new Set([...modules].flatMap((id) => iconsIn(graph, id)))
  const iconsOfFirst = iconsOf(first)
  for (const icon of iconsOf(playLater)) if (iconsOfFirst.has(icon)) names.set(icon, 'both')
  for (const icon of iconsOf(play)) names.set(icon, 'base')
  for (const id of insidesOf(graph, beginnings.overlays)) {
    if (names.has(id)) continue
    if (!isBegunWith(id)) names.set(id, 'overlays')
    else if (PARTS.test(id)) names.set(id, 'controls')
  }
  return names
}

/** What these modules import at once, without themselves: each keeps a file under its own name. */
function insidesOf(graph: Graph, starts: readonly string[]): Set<string> {
  const inside = new Set(starts.flatMap((start) => [...staticallyReached(graph, start)]))
  for (const start of starts) inside.delete(start)
  return inside
}

/** Ids of the icons that a module imports by name. */
function iconsIn(graph: Graph, id: string): string[] {
  const info = graph.getModuleInfo(id)
  const [, list] = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(info?.code ?? '') ?? []
  const all = info?.importedIds.find((other) => ICONS.test(other))
  if (list === undefined || all === undefined) return []
  const exported = graph.getModuleInfo(all)?.code ?? ''
  return list.split(',').flatMap((part) => {
    const [name] = part.trim().split(/\s+as\s+/)
    const [, file] = new RegExp(`\\bas ${name}\\b[^}]*\\}\\s*from\\s*["'](\\.[^"']+)["']`).exec(exported) ?? []
    return file === undefined ? [] : [path.join(path.dirname(all), file)]
  })
}

/** A module with all that it imports at once. */
function staticallyReached(graph: Graph, start: string): Set<string> {
  return reached(graph, start, ({ importedIds }) => importedIds)
}

/** A module with all that can be reached from it along `links`. */
function reached(graph: Graph, start: string, links: (info: ModuleLinks) => readonly string[]): Set<string> {
  const seen = new Set([start])
  // A set that grows while it is walked is walked to its end.
  for (const id of seen) {
    const info = graph.getModuleInfo(id)
    if (info !== null) for (const other of links(info)) seen.add(other)
  }
  return seen
}
