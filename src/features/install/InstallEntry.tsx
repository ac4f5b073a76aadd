import { useAtomValue } from 'jotai'
import { MonitorDown } from 'lucide-react'
import { useState } from 'react'
import { entriesText } from '#messages/zh/entries.ts'
import { Button } from '#ui/button/Button.tsx'
import { useMedia } from '#ui/hooks/use-media.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { promptInstall, installedAtom, installOfferAtom } from './install-offer.ts'
import styles from './InstallEntry.module.css'

const STANDALONE_QUERY = '(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)'
const STEPS = ['mine.installStep1', 'mine.installStep2', 'mine.installStep3'] as const

/**
 * 安装到桌面: a button where the browser offers to install, three steps where it must be done by hand, nothing elsewhere.
 */
export function InstallEntry() {
  const offer = useAtomValue(installOfferAtom)
  const isDone = useAtomValue(installedAtom)
  const isStandalone = useMedia(STANDALONE_QUERY)
  const [isTelling, setTelling] = useState(false)
  const { userAgent, maxTouchPoints } = navigator
  const way = installMethod({
    isInstalled: isDone || isStandalone,
    canPrompt: offer !== null,
    userAgent,
    touchPoints: maxTouchPoints,
  })
  if (way === 'none') return null
  return (
    <Panel>
      <Rows>
        <Row
          lead={<MonitorDown size={20} aria-hidden="true" />}
          title={entriesText('mine.install')}
          note={entriesText('mine.installNote')}
          end={
            way === 'ask' ? (
              <Button size="tiny" onClick={() => void promptInstall()}>
                {entriesText('mine.installGo')}
              </Button>
            ) : (
              <Button size="tiny" aria-haspopup="dialog" onClick={() => setTelling(true)}>
                {entriesText('mine.installHow')}
              </Button>
            )
          }
        />
      </Rows>
      <Dialog isOpen={isTelling} onOpenChange={setTelling} title={entriesText('mine.installHowTitle')}>
        <ol className={styles.steps}>
          {STEPS.map((step) => (
            <li key={step}>{entriesText(step)}</li>
          ))}
        </ol>
      </Dialog>
    </Panel>
  )
}

/** Properties of the browser that decide how the site can be installed. */
interface InstallSupport {
  /** The page already runs in its own window. */
  readonly isInstalled: boolean
  /** The browser offers a prompt (`beforeinstallprompt`). */
  readonly canPrompt: boolean
  readonly userAgent: string
  /** 0 on a Mac; 5 on an iPad, whose user agent is that of a Mac. */
  readonly touchPoints: number
}

/** `ask`: by a prompt; `share`: by hand with the share menu of iOS; `none`: impossible or not needed. */
type InstallMethod = 'ask' | 'share' | 'none'

/** How this browser installs the site. */
export function installMethod({ isInstalled, canPrompt, userAgent, touchPoints }: InstallSupport): InstallMethod {
  if (isInstalled) return 'none'
  if (canPrompt) return 'ask'
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)
  // Browsers inside other apps have no such item in their share menu.
  return isApple && /Safari\//.test(userAgent) && !/MicroMessenger|QQ\/|Weibo/.test(userAgent) ? 'share' : 'none'
}
