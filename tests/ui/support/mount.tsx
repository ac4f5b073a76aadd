import type { ReactNode } from 'react'
import { Provider } from 'jotai'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { SKIN_LAYOUT } from '#protocol/sites.ts'
import type { Skin } from '#protocol/sites.ts'
import { store } from '#state/store.ts'
import { ToastProvider } from '#ui/overlay/Toast.tsx'
import '#ui/tokens.css'
import '#ui/reset.css'

export interface Mounted {
  readonly root: HTMLElement
  render(content: ReactNode): void
  unmount(): void
}

/** Sets the skin of the page, like the server. */
export function wear(skin: Skin): void {
  document.documentElement.dataset['skin'] = skin
  document.documentElement.dataset['layout'] = SKIN_LAYOUT[skin]
}

/** Renders with the product's store and tokens. */
export function mount(content: ReactNode, skin: Skin = 'glow'): Mounted {
  wear(skin)
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  const render = (next: ReactNode) =>
    flushSync(() =>
      root.render(
        <Provider store={store}>
          <ToastProvider>{next}</ToastProvider>
        </Provider>,
      ),
    )
  render(content)
  return {
    root: element,
    render,
    unmount() {
      root.unmount()
      element.remove()
    },
  }
}

export interface MountedRoutes extends Mounted {
  readonly router: ReturnType<typeof createMemoryRouter>
}

/** Opens a path in a router with these routes. Other paths show 别的页面. */
export function mountRoutes(routes: readonly RouteObject[], path: string): MountedRoutes {
  const other = { path: '*', element: <p>别的页面</p> }
  const router = createMemoryRouter([...routes, other], { initialEntries: [path] })
  return { router, ...mount(<RouterProvider router={router} />) }
}

/** The next rendered frame. */
export function frame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resolve()
      }
      port2.postMessage(null)
    })
  })
}

/** Maximum wait for an idle page. */
const LONGEST_REST_MS = 1_000
// the original, which fake timers do not replace
const onceIdle = window.requestIdleCallback.bind(window)

/** Waits for the animations that run now. One may be cancelled, because its element is removed. */
export async function animationsEnded(): Promise<void> {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
}

/** Waits for frames and then for an idle page, so that deferred renders are complete. */
export async function frames(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await frame()
  await new Promise<void>((resolve) => {
    onceIdle(() => resolve(), { timeout: LONGEST_REST_MS })
  })
}
