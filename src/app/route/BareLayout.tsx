import { Outlet } from 'react-router-dom'
import { useBareRoute } from './use-route-change.ts'

/** Around the screens that stand alone. */
export function BareLayout() {
  useBareRoute()
  return <Outlet />
}
