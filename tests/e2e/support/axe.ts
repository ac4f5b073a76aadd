import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.5.3; off by default. */
const MORE_RULES = { rules: { 'label-content-name-mismatch': { enabled: true } } }

/** axe for a page, with the rules that are off by default. */
export const axeBuilder = (page: Page): AxeBuilder => new AxeBuilder({ page }).options(MORE_RULES)

/** Findings of axe: rule, element and reason. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await axeBuilder(page).analyze()
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id} ${node.target.join(' ')}: ${rule.help}`))
}
