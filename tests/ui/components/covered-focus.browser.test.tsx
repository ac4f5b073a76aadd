import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Section } from '#ui/page/Section.tsx'
import { mount, type Mounted } from '../support/mount.tsx'

/** Height of the top bar and of the tab bar of a phone. */
const BAR = 56
const TABS = 60

let mounted: Mounted | null = null
afterEach(() => {
  mounted?.unmount()
  mounted = null
  window.scrollTo({ top: 0 })
})

it('WCAG 2.4.11 a focused element is scrolled clear of the top bar and the tab bar of a phone', async () => {
  await page.viewport(390, 844)
  mounted = mount(
    <>
      <div style={{ height: 2_000 }} />
      <button type="button">这里</button>
      <Section title="一节" anchor="part">
        <p>里面</p>
      </Section>
      <div style={{ height: 2_000 }} />
    </>,
  )
  const button = page.getByRole('button', { name: '这里' }).element()
  button.scrollIntoView({ block: 'start' })
  expect(button.getBoundingClientRect().top).toBeGreaterThan(BAR)
  button.scrollIntoView({ block: 'end' })
  expect(button.getBoundingClientRect().bottom).toBeLessThan(844 - TABS)
  const section = document.getElementById('part')!
  section.scrollIntoView()
  // The offsets of page and section do not add up.
  expect(Math.round(section.getBoundingClientRect().top)).toBe(BAR + 12)
})
