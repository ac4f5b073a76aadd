import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'

/** Copies a text and confirms it, or asks to copy it by hand. `name` is what is copied, for example 订单号. */
export async function copyWithToast(text: string, name = ''): Promise<boolean> {
  const isCopied = await copyText(text)
  toast({
    id: 'copy',
    ...(isCopied
      ? { text: commonText('copy.done', { name }), tone: 'success' }
      : { text: commonText('copy.failed'), tone: 'warn' }),
  })
  return isCopied
}

/**
 * Copies a text to the clipboard. On plain http, without the clipboard API, uses a selection. Returns false on failure.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;top:0;left:-9999px'
  // Inside of an open dialog only its content can be selected.
  const place = before?.closest('dialog, [role="dialog"]') ?? document.body
  place.append(field)
  field.select()
  try {
    // Deprecated, but supported everywhere and the only way without the clipboard API.
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}

/** A small icon button that copies a text. */
export function CopyIcon({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <IconButton
      size="small"
      label={commonText('copy.label', { name })}
      icon={<Copy size={16} />}
      onClick={() => void copyWithToast(text, name)}
    />
  )
}

interface CopyButtonProps extends Pick<ButtonProps, 'icon' | 'kind' | 'size'> {
  /** The text to copy; null while it is unknown. */
  readonly text: string | null
  readonly name: string
  /** Text of the button, 复制 and the name by default. */
  readonly children?: ReactNode
}

export function CopyButton({ text, name, children, ...look }: CopyButtonProps) {
  return (
    <Button {...look} disabled={text === null} onClick={() => void copyWithToast(text ?? '', name)}>
      {children ?? commonText('copy.label', { name })}
    </Button>
  )
}
