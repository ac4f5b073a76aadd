import { afterEach, beforeEach, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { Switch } from '#ui/choice/Switch.tsx'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { frames, mount, type Mounted } from '../support/mount.tsx'

const nothing = () => undefined
const emulate = (features: readonly { name: string; value: string }[]) =>
  (cdp() as unknown as { send(method: string, params: object): Promise<void> }).send('Emulation.setEmulatedMedia', {
    features,
  })

let mounted: Mounted | null = null
beforeEach(async () => {
  await emulate([{ name: 'forced-colors', value: 'active' }])
  mounted = mount(
    <main>
      <p style={{ forcedColorAdjust: 'none', background: 'Highlight', color: 'HighlightText' }}>选中的颜色</p>
      <Switch label="开着" isOn onChange={nothing} />
      <Switch label="关着" isOn={false} onChange={nothing} />
      <Tabs value="one" onValueChange={nothing}>
        <TabList
          label="两页"
          items={[
            { value: 'one', label: '第一页' },
            { value: 'two', label: '第二页' },
          ]}
        />
        <TabPanel value="one">里面</TabPanel>
      </Tabs>
    </main>,
  )
  await frames(2)
})
afterEach(async () => {
  mounted?.unmount()
  mounted = null
  await emulate([])
})

const ground = (element: Element) => getComputedStyle(element).backgroundColor
const chosen = () => ground(page.getByText('选中的颜色').element())

it('a switch shows its state and its thumb in system colours', async () => {
  expect(matchMedia('(forced-colors: active)').matches).toBe(true)
  const [on, off] = ['开着', '关着'].map((name) => page.getByRole('switch', { name }).element())
  await expect.poll(() => ground(on!)).toBe(chosen())
  expect(ground(off!)).not.toBe(chosen())
  for (const track of [on!, off!]) expect(ground(track.firstElementChild!)).not.toBe(ground(track))
})

it('the open tab has the system colour of a selection', async () => {
  const [open, other] = ['第一页', '第二页'].map((name) => page.getByRole('tab', { name }).element())
  await expect.poll(() => ground(open!)).toBe(chosen())
  expect(ground(other!)).not.toBe(chosen())
})
