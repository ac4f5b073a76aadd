import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { copyText } from '#lib/copy-text.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { toast } from '#ui/toast-manager.ts'
import styles from './payment.module.css'

export interface CopyRowProps {
  readonly name: string
  /** The raw text; null if there is nothing to copy. */
  readonly copy: string | null
  readonly note?: string
  readonly isStrong?: boolean
  /** The text as it is shown. */
  readonly children: ReactNode
}

/** A row of a description list whose value can be copied. */
export function CopyRow({ name, copy, note, isStrong = false, children }: CopyRowProps) {
  const press = async (text: string) => {
    const isCopied = await copyText(text)
    toast({
      text: isCopied ? walletText('deposit.info.copied', { name }) : walletText('deposit.info.notCopied'),
      tone: isCopied ? 'success' : 'warn',
    })
  }
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd data-strong={isStrong || undefined}>
        <span>
          {children}
          {note !== undefined && <small>{note}</small>}
        </span>
        {copy !== null && (
          <IconButton
            size="small"
            label={walletText('deposit.info.copy', { name })}
            icon={<Copy size={16} />}
            onClick={() => void press(copy)}
          />
        )}
      </dd>
    </div>
  )
}
