import { Download, Share2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { shareText } from '#messages/zh/share.ts'
import { Button } from '#ui/button/Button.tsx'
import { CopyButton } from '#ui/button/CopyButton.tsx'
import { useSavePng } from '#ui/hooks/use-save-png.ts'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './SharePanel.module.css'

interface SharePanelProps {
  /** Absolute URL; null while it is requested. */
  readonly link: string | null
  /** File name of the saved picture, without extension. */
  readonly fileName: string
  /** Title for the share dialog of the system. */
  readonly title: string
  /** Renders the poster with the link. */
  readonly renderCard: (ref: Ref<HTMLDivElement>, link: string) => ReactNode
}

/** A poster with a link: preview, copy, save and share buttons. */
export function SharePanel({ link, fileName, title, renderCard }: SharePanelProps) {
  const { ref, isSaving, save } = useSavePng<HTMLDivElement>()
  if (link === null) {
    return (
      <Loading className={styles.panel}>
        <Skeleton shape="plate" height="420px" width="340px" />
      </Loading>
    )
  }
  return (
    <div className={styles.panel}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on narrow screens */}
      <section className={styles.poster} aria-label={shareText('share.preview')} tabIndex={0}>
        {renderCard(ref, link)}
      </section>
      <div className={styles.ways}>
        <div className={styles.link}>
          <input
            className={styles.address}
            readOnly
            value={link}
            aria-label={shareText('share.link')}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={link} name={commonText('copy.link')} size="small">
            {shareText('share.copy')}
          </CopyButton>
        </div>
        <div className={styles.buttons}>
          <Button kind="primary" icon={<Download size={16} />} isLoading={isSaving} onClick={() => void save(fileName)}>
            {shareText('share.save')}
          </Button>
          {'share' in navigator && (
            <Button icon={<Share2 size={16} />} onClick={() => void send(title, link)}>
              {shareText('share.send')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

async function send(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url })
  } catch {
    // The viewer cancelled the share dialog, which is not an error.
  }
}
