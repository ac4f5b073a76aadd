import axe from 'axe-core'

/** axe with a rule that is off by default: a control whose visible text is not part of its name (WCAG 2.5.3). */
axe.configure({ rules: [{ id: 'label-content-name-mismatch', enabled: true }] })
export default axe

/** Findings in a screen that is mounted without the landmarks of the shell. `exempt` names more rules that do not apply. */
export async function findingsOfScreen(...exempt: readonly string[]): Promise<string[]> {
  const off = ['region', 'landmark-one-main', ...exempt]
  const rules = Object.fromEntries(off.map((id) => [id, { enabled: false }]))
  const { violations } = await axe.run(document.body, { rules })
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}
