import type { Screen } from './screen.ts'
import { press } from './screen.ts'

/** The gallery, and each of its overlays. */
export const GALLERY_SCREENS: readonly Screen[] = [
  { name: 'gallery', route: '/gallery', shows: 'h1' },
  {
    name: 'gallery-question',
    route: '/gallery',
    shows: 'h1',
    act: press('button', '再问一次'),
    layer: '[role="alertdialog"]',
  },
  { name: 'gallery-dialog', route: '/gallery', shows: 'h1', act: press('button', '对话框'), layer: '[role="dialog"]' },
  { name: 'gallery-sheet', route: '/gallery', shows: 'h1', act: press('button', '抽屉'), layer: '[role="dialog"]' },
  { name: 'gallery-menu', route: '/gallery', shows: 'h1', act: press('button', '菜单'), layer: '[role="menu"]' },
  { name: 'gallery-popover', route: '/gallery', shows: 'h1', act: press('button', '小窗'), layer: '[role="dialog"]' },
  {
    name: 'gallery-toast',
    route: '/gallery',
    shows: 'h1',
    act: press('button', '出错提示'),
    layer: '[role="region"][aria-label="提示"]',
  },
  { name: 'rehearsal', route: '/gallery/outcomes', shows: '[data-line]' },
]
