import { copyText } from '#lib/copy-text.ts'
import { sht } from '#lib/messages/share.ts'
import { Button } from '#ui/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { toast } from '#ui/toast-manager.ts'
import styles from './InviteCode.module.css'

/** The invitation code in large characters. */
export function InviteCode({ code }: { readonly code: string }) {
  const shown = code.toUpperCase()
  const copy = async () => {
    if (await copyText(shown)) toast({ text: sht('invite.codeCopied'), tone: 'success' })
    else toast({ text: sht('share.notCopied'), tone: 'warn' })
  }
  return (
    <Panel title={sht('invite.code')}>
      <div className={styles.code}>
        <b>{shown}</b>
        <Button size="small" onClick={() => void copy()}>
          {sht('invite.copyCode')}
        </Button>
      </div>
      <p className={styles.note}>{sht('invite.codeNote')}</p>
    </Panel>
  )
}
