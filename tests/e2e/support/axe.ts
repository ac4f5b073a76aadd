import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

/** WCAG 2.5.3 is off by default. Details of rules without a violation would take as long as the check itself. */
const OPTIONS: RunOptions = {
  rules: { 'label-content-name-mismatch': { enabled: true } },
  resultTypes: ['violations'],
}

/**
 * axe for a page, with the rules that are off by default. Legacy mode evaluates in the page itself instead of a new one,
 * which takes a third of the time. It omits frames of other origins; no page has one.
 */
export const axeBuilder = (page: Page): AxeBuilder => new AxeBuilder({ page }).options(OPTIONS).setLegacyMode()

/** Findings of axe: rule, element and reason. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await axeBuilder(page).analyze()
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id} ${node.target.join(' ')}: ${rule.help}`))
}
