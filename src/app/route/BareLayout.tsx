import { Outlet } from 'react-router-dom'
import { useBareRoute } from './use-route-change.ts'

/** The layout of screens without the shell. */
export function BareLayout() {
  useBareRoute()
  return <Outlet />
}
