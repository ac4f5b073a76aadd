import path from 'node:path'

/** The used part of the bundler's module information. */
interface ModuleLinks {
  readonly importedIds: readonly string[]
  /** Dynamic imports. */
  readonly dynamicallyImportedIds?: readonly string[]
  /** Static importers. */
  readonly importers: readonly string[]
  readonly code?: string | null
}

interface Graph {
  getModuleInfo(id: string): ModuleLinks | null
}

/**
 * Packages that are used completely. From others a group takes only the modules that its own modules import; the
 * bundler removes unused ones.
 */
const WHOLE = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|jotai)[\\/]/

/** Its many small modules are grouped with the screens that share them. */
const PARTS = /[\\/]node_modules[\\/]@base-ui[\\/]/
const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]/

/** Groups by priority. A group includes dependencies that no earlier group has. */
const GROUPS = [
  'base',
  'both',
  'shell',
  'kit',
  'match',
  'lists',
  'stage',
  'parts',
  'controls',
  'form',
  'overlays',
  'fields',
  'icons',
  'screens',
] as const
type Group = (typeof GROUPS)[number]

/** Groups without the dependencies of their modules. */
const NARROW: ReadonlySet<Group> = new Set(['overlays', 'form', 'fields', 'icons', 'screens'])

/**
 * Number of screens that share a module of `fields` and `screens` or one of `icons`. A screen that needs one of these files
 * loads all of it, so larger modules are not in them.
 */
const SHARED_BY = { module: 6, icon: 3 }
const LARGEST_SHARED_BYTES = 9_000

interface ChunkGroup {
  readonly name: (id: string, graph: Graph) => Group | null
  readonly debugName: Group
  readonly priority: number
  readonly includeDependenciesRecursively: boolean
}

/**
 * Assigns modules to few files, because each file costs a round trip: `base` for both pages, `both` for what play.html
 * loads later and the application loads at start (in `shell` it would load and start the application in play.html),
 * `shell` for the rest of the application's start, `kit` for sign-in and live list, `match` for live list and room,
 * `lists` for live list and home, `stage` for home and room, `parts` for home and other screens, `controls` for
 * controls that first screens share with overlays, `form` for what sign-in shares with forms outside of rooms, `overlays`
 * for overlays, which are loaded together when the page is idle. Of what many screens share and no room needs, `fields`
 * is also in forms of accounts, `icons` are icons, and `screens` is the rest. The bundler decides about all other modules.
 * Reads the graph when the first module is assigned.
 */
export function chunkGroups(root: string): ChunkGroup[] {
  let names: ReadonlyMap<string, Group> | null = null
  const inRoot = (file: string): string => path.join(root, file)
  return GROUPS.map((group, position) => ({
    debugName: group,
    priority: GROUPS.length - position,
    // Overlays are loaded later and must not include modules of first screens; forms none of rooms.
    includeDependenciesRecursively: !NARROW.has(group),
    name: (id, graph) => {
      names ??= groupsOf(graph, {
        application: inRoot('index.html'),
        play: inRoot('play.html'),
        home: inRoot('src/app/pages/HomePage.tsx'),
        list: inRoot('src/app/pages/live/LivePage.tsx'),
        room: inRoot('src/app/pages/live/RoomPage.tsx'),
        login: inRoot('src/app/pages/account/LoginPage.tsx'),
        chat: inRoot('src/app/room/RoomChat.tsx'),
        register: inRoot('src/app/pages/account/RegisterPage.tsx'),
        router: inRoot('src/app/router.tsx'),
        overlays: ['DialogBody', 'SheetBody', 'MenuPopup', 'PopoverPopup', 'ToastBoard'].map((name) =>
          inRoot(`src/ui/overlay/${name}.tsx`),
        ),
      })
      return names.get(id) === group ? group : null
    },
  }))
}

/** The two pages and the common first screens. */
type Start = 'application' | 'play' | 'home' | 'list' | 'room' | 'chat' | 'login' | 'register'
/** Ids of the pages and first screens, of the module with all screens, and of the overlays. */
export type Beginnings = Readonly<Record<Start | 'router', string>> & Readonly<Record<'overlays', readonly string[]>>

/** The group of each module of a graph. */
// oxlint-disable-next-line complexity -- one pass over sets of modules; later groups replace earlier ones
export function groupsOf(graph: Graph, beginnings: Beginnings): ReadonlyMap<string, Group> {
  const from = (start: Start): Set<string> => staticallyReached(graph, beginnings[start])
  const [first, play, home, list, room, login] = [
    from('application'),
    from('play'),
    from('home'),
    from('list'),
    from('room'),
    from('login'),
  ]
  const isOurs = (id: string): boolean => !id.includes('node_modules') || WHOLE.test(id)
  const withLater = (start: string): Set<string> =>
    reached(graph, start, ({ importedIds, dynamicallyImportedIds = [] }) => [...importedIds, ...dynamicallyImportedIds])
  const playLater = withLater(beginnings.play)
  const roomLater = withLater(beginnings.room)
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
  // Otherwise the shell would include icons that it shares with the player, and play.html would start the shell.
  const iconsOf = (modules: ReadonlySet<string>) => new Set([...modules].flatMap((id) => iconsIn(graph, id)))
  const iconsOfFirst = iconsOf(first)
  for (const icon of iconsOf(playLater)) if (iconsOfFirst.has(icon)) names.set(icon, 'both')
  for (const icon of iconsOf(play)) names.set(icon, 'base')
  const screens = screensOf(graph, beginnings.router)
  for (const id of insidesOf(graph, beginnings.overlays)) {
    if (names.has(id)) continue
    if (!isBegunWith(id) && !screens.has(id)) names.set(id, 'overlays')
    else if (PARTS.test(id)) names.set(id, 'controls')
  }
  for (const id of login) {
    const isFree = id !== beginnings.login && !names.has(id) && !roomLater.has(id)
    if (isFree && (isOurs(id) || PARTS.test(id))) names.set(id, 'form')
  }
  const forms = new Set([...login, ...from('register')])
  const ofOthers = withIcons(graph, new Set([...room, ...from('chat'), ...playLater]))
  for (const [id, count] of screens) {
    const isIcon = ICONS.test(id)
    if (names.has(id) || ofOthers.has(id) || !(isOurs(id) || PARTS.test(id) || isIcon)) continue
    if (count < (isIcon ? SHARED_BY.icon : SHARED_BY.module)) continue
    if ((graph.getModuleInfo(id)?.code?.length ?? 0) > LARGEST_SHARED_BYTES) continue
    names.set(id, isIcon ? 'icons' : home.has(id) ? 'parts' : forms.has(id) ? 'fields' : 'screens')
  }
  return names
}

/** How many screens of the router import each module or icon. */
function screensOf(graph: Graph, router: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const screen of graph.getModuleInfo(router)?.dynamicallyImportedIds ?? []) {
    for (const id of withIcons(graph, staticallyReached(graph, screen))) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** These modules and the icons that they import by name, without the other icons of the package. */
function withIcons(graph: Graph, modules: ReadonlySet<string>): Set<string> {
  const ours = [...modules].filter((id) => !ICONS.test(id))
  return new Set([...ours, ...ours.flatMap((id) => iconsIn(graph, id))])
}

/** Static dependencies of these modules, without the modules themselves, which keep their own files. */
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

/** A module with its static dependencies. */
function staticallyReached(graph: Graph, start: string): Set<string> {
  return reached(graph, start, ({ importedIds }) => importedIds)
}

/** A module with everything reachable by `links`. */
function reached(graph: Graph, start: string, links: (info: ModuleLinks) => readonly string[]): Set<string> {
  const seen = new Set([start])
  // Iteration includes elements that are added during it.
  for (const id of seen) {
    const info = graph.getModuleInfo(id)
    if (info !== null) for (const other of links(info)) seen.add(other)
  }
  return seen
}
