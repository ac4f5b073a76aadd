import { useRef, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { closeToast, toast } from '#ui/overlay/toast-manager.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

let mounted: Mounted
afterEach(async () => {
  closeToast('note')
  mounted.unmount()
  if (document.fullscreenElement !== null) await document.exitFullscreen()
})

const WINDOWS = { dialog: Dialog, sheet: Sheet }

/** An element that can fill the screen, with a button that opens an overlay. */
function Picture({ kind }: { readonly kind: keyof typeof WINDOWS }) {
  const root = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const Window = WINDOWS[kind]
  return (
    <section ref={root} style={{ background: 'black' }}>
      <button onClick={() => void root.current?.requestFullscreen()}>全屏</button>
      <button onClick={() => setOpen(true)}>分享</button>
      <Window isOpen={isOpen} onOpenChange={setOpen} title="分享这个房间">
        <p>地址</p>
      </Window>
    </section>
  )
}

async function fill(kind: keyof typeof WINDOWS): Promise<void> {
  mounted = mount(<Picture kind={kind} />)
  await userEvent.click(page.getByRole('button', { name: '全屏' }))
  await vi.waitFor(() => expect(document.fullscreenElement).not.toBe(null))
}

it.each(['dialog', 'sheet'] as const)('a %s leaves full screen, which would hide it', async (kind) => {
  await fill(kind)
  await userEvent.click(page.getByRole('button', { name: '分享' }))
  await expect.element(page.getByRole('dialog', { name: '分享这个房间' })).toBeVisible()
  await vi.waitFor(() => expect(document.fullscreenElement).toBe(null))
})

it.each(['dialog', 'sheet'] as const)('a %s opens on an iPhone, which has no full-screen elements', async (kind) => {
  for (const name of ['fullscreenElement', 'exitFullscreen']) {
    Object.defineProperty(document, name, { value: undefined, configurable: true })
  }
  try {
    mounted = mount(<Picture kind={kind} />)
    await userEvent.click(page.getByRole('button', { name: '分享' }))
    await expect.element(page.getByRole('dialog', { name: '分享这个房间' })).toBeVisible()
  } finally {
    Reflect.deleteProperty(document, 'fullscreenElement')
    Reflect.deleteProperty(document, 'exitFullscreen')
  }
})

it('a toast is rendered in the full-screen element, and in the page afterwards', async () => {
  await fill('dialog')
  toast({ id: 'note', text: '比赛开始了', durationMs: 0 })
  const note = page.getByText('比赛开始了')
  await expect.element(note).toBeVisible()
  expect(document.fullscreenElement?.contains(note.element())).toBe(true)
  await document.exitFullscreen()
  await vi.waitFor(() => expect(note.element().closest('section')).toBe(null))
  await expect.element(note).toBeVisible()
})
