import { useCallback, useRef, useState } from 'react'
import { exportElementPng } from '#lib/browser/export-png.ts'
import { commonText } from '#messages/zh/common.ts'
import { toast } from '#ui/overlay/toast-manager.ts'

/** Saves the element of `ref` as `<name>.png` (S2.21); shows 保存失败，请重试 on failure. */
export function useSavePng<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  const [isSaving, setSaving] = useState(false)
  const save = useCallback(async (name: string): Promise<void> => {
    if (ref.current === null) return
    setSaving(true)
    const isSaved = await exportElementPng(ref.current, name)
    setSaving(false)
    if (!isSaved) toast({ text: commonText('save.failed'), tone: 'danger' })
  }, [])
  return { ref, isSaving, save }
}
