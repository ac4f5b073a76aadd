import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { type Skin, SKIN_LAYOUT } from '../../../src/protocol/sites.ts'
import { axeBuilder } from './axe.ts'

/** Rules of axe: WCAG 2.2 A and AA, and best practices. */
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules that depend on the skin. */
const OF_A_SKIN = ['color-contrast', 'target-size', 'link-in-text-block', 'scrollable-region-focusable']

/**
 * The position of an event on the timeline is its content, so two may be close together; the list of events is an
 * equivalent of sufficient size (WCAG 2.5.8, essential and equivalent).
 */
const MARK = /^<button[^>]* data-look="/

/** Changes the skin like the shell and waits for the next frame. */
export async function wear(page: Page, skin: Skin): Promise<void> {
  await page.evaluate(
    async ([name, layout]) => {
      document.documentElement.dataset['skin'] = name
      document.documentElement.dataset['layout'] = layout
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.all(changing.map((animation) => animation.finished.catch(() => undefined)))
    },
    [skin, SKIN_LAYOUT[skin]] as const,
  )
}

/** All findings of the page, or of the overlay. */
export async function visualFindings(page: Page, layer = 'body'): Promise<string[]> {
  await endAnimations(page)
  const axe = axeBuilder(page).include(layer).withTags(STANDARDS)
  return [...(await layoutFindings(page)), ...(await unnamedControls(page, layer)), ...(await violationsOf(axe))]
}

/** Findings that depend on the skin. */
export async function skinFindings(page: Page, layer = 'body'): Promise<string[]> {
  await endAnimations(page)
  const axe = axeBuilder(page).include(layer).withRules(OF_A_SKIN)
  return [...(await layoutFindings(page)), ...(await violationsOf(axe))]
}

/** Ends animations that have an end: an entrance that is half visible has no sufficient contrast. */
function endAnimations(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
  })
}

function layoutFindings(page: Page): Promise<string[]> {
  return page.evaluate(readLayout, page.viewportSize()?.width ?? 0)
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap((rule) =>
    rule.nodes
      .filter((node) => rule.id !== 'target-size' || !MARK.test(node.html))
      .map((node) => `axe ${rule.id}: ${node.target.join(' ')}`),
  )
}

const CONTROL =
  /^\s*- '?(button|link|textbox|searchbox|combobox|tab|switch|checkbox|radio|slider|menuitem|option)(?=:|$| \[)/

/** Controls without an accessible name. */
async function unnamedControls(page: Page, layer: string): Promise<string[]> {
  const tree = await page.locator(layer).first().ariaSnapshot()
  return tree
    .split('\n')
    .filter((line) => CONTROL.test(line))
    .map((line) => `no name: ${line.trim()}`)
}

/** Overflow, raw message keys, and controls under fixed bars. Runs in the page. */
function readLayout(width: number): string[] {
  const nameOf = (element: Element) => {
    const { id, tagName, className } = element
    const first = typeof className === 'string' ? className.split(' ')[0] : ''
    return `${tagName.toLowerCase()}${id ? `#${id}` : ''}${first ? `.${first}` : ''}`
  }

  const overflowing = (): string[] => {
    if (document.documentElement.scrollWidth <= width) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    )
    return [`overflow: ${document.documentElement.scrollWidth} px by ${wide.slice(-3).map(nameOf).join(', ')}`]
  }

  /** `live.title` is a key; `flv.js` and `line.example.com` are not. */
  const rawKeys = (): string[] => {
    const attributes = [...document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap(
      (element) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    )
    const texts = [document.title, document.body.innerText, ...attributes].join('\n')
    const keys = texts.match(/(?<![\w./:@-])[a-z][a-zA-Z]*(?:\.[a-zA-Z]+)+(?![\w/.@-])/g) ?? []
    return [...new Set(keys)].filter((key) => !/\.(js|com|cn|html|png|svg)$/.test(key)).map((key) => `raw key: ${key}`)
  }

  const isFixed = (element: Element | null): boolean => {
    for (let each = element; each !== null; each = each.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(each).position)) return true
    }
    return false
  }

  /** Controls that are covered by a bar when the page is scrolled to its end. */
  const covered = (): string[] => {
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return []
    window.scrollTo(0, document.documentElement.scrollHeight)
    const controls = [...document.querySelectorAll('main :is(a, button, input, select, textarea)')]
    const hidden = controls.filter((control) => {
      if (isFixed(control) || !control.checkVisibility({ visibilityProperty: true })) return false
      const box = control.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      if (box.width < 2 || x < 0 || x >= width || y < window.innerHeight / 2 || y >= window.innerHeight) return false
      const top = document.elementFromPoint(x, y)
      // A dialog covers the page until it is answered.
      const isBar = top !== null && isFixed(top) && top.closest('dialog') === null
      return isBar && !control.contains(top) && !top.contains(control)
    })
    window.scrollTo(0, 0)
    return hidden.map((control) => `under a bar: ${nameOf(control)} ${(control.textContent ?? '').slice(0, 20)}`)
  }

  return [...overflowing(), ...rawKeys(), ...covered()]
}
