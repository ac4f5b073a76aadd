import axe from 'axe-core'

/** axe with a rule that is off by default: a control whose visible text is not part of its name (WCAG 2.5.3). */
axe.configure({ rules: [{ id: 'label-content-name-mismatch', enabled: true }] })
export default axe
