import { useAtom, useAtomValue } from 'jotai'
import { Outlet, useLocation, useMatches, useNavigate } from 'react-router-dom'
import { SKIN_LAYOUT } from '#protocol/sites.ts'
import { balanceAtom } from '#state/coins.ts'
import { connectionAtom } from '#state/connection.ts'
import { loginPath } from '#state/login-path.ts'
import { sessionAtom } from '#state/session.ts'
import { siteAtom } from '#state/site.ts'
import { signOut } from '#transport/client.ts'
import { wearSkin } from '#ui/skin.ts'
import type { RouteHandle } from './route-handle.ts'
import { Shell } from './Shell.tsx'
import type { ShellData } from './shell-data.ts'

/** The shell around the screen of a route, with its data. */
export function ShellLayout() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isRoom = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.isRoom)
  const session = useAtomValue(sessionAtom)
  const coins = useAtomValue(balanceAtom)
  const connection = useAtomValue(connectionAtom)
  const [site, setSite] = useAtom(siteAtom)
  const data: ShellData = {
    member: session && { ...session.member, coins },
    connection,
    isDemo: site.isDemo,
    skin: site.skin,
    signInPath: loginPath(site.skin, pathname + search),
    onSkinChange: (skin) => {
      wearSkin(skin)
      setSite({ ...site, skin, layout: SKIN_LAYOUT[skin] })
    },
    onSignOut: () => void signOut(),
    query: new URLSearchParams(search).get('q') ?? '',
    onSearch: (query) => void navigate(query ? `/app/live?q=${encodeURIComponent(query)}` : '/app/live'),
  }
  return (
    <Shell data={data} isRoom={isRoom}>
      <Outlet />
    </Shell>
  )
}
