import { useAtomValue } from 'jotai'
import {
  ChevronRight,
  CircleHelp,
  Coins,
  Gift,
  Headset,
  HeartPulse,
  Megaphone,
  QrCode,
  ShieldCheck,
  Sparkles,
  Tag,
  UserRoundPen,
  Wallet,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { et } from '#lib/messages/entries.ts'
import { GiftHistory } from '#features/gift/GiftHistory.tsx'
import { entrancesAtom } from '#state/site/entrances.ts'
import { memberAtom } from '#state/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Row, Rows } from '#ui/Rows.tsx'
import styles from './MineEntries.module.css'

const icon = (Icon: LucideIcon) => <Icon size={20} aria-hidden="true" />

interface EntryProps {
  readonly picture: LucideIcon
  readonly title: string
  readonly note: string
  readonly to: string
}

/** An entry with a link: a row of the side menu, a tile on a phone. */
function Entry({ picture, ...row }: EntryProps) {
  return (
    <Row className={styles.entry} lead={icon(picture)} end={<ChevronRight size={16} aria-hidden="true" />} {...row} />
  )
}

/** Entries of the account: wallet, profile, security, announcements, gifts, invitation, coins. */
export function AccountEntries() {
  const { invite, gifts } = useAtomValue(entrancesAtom)
  const userId = useAtomValue(memberAtom)?.userId
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  return (
    <Panel title={et('mine.account')}>
      <Rows className={styles.entries}>
        <Entry picture={Wallet} title={et('mine.wallet')} note={et('mine.walletNote')} to="/app/wallet" />
        <Entry picture={UserRoundPen} title={et('mine.profile')} note={et('mine.profileNote')} to="/app/profile" />
        <Entry picture={ShieldCheck} title={et('mine.security')} note={et('mine.securityNote')} to="/app/security" />
        {gifts && (
          <Row
            className={styles.entry}
            lead={icon(Gift)}
            title={et('mine.gifts')}
            note={et('mine.giftsNote')}
            end={
              <Button
                className={styles.open}
                size="tiny"
                aria-haspopup="dialog"
                aria-label={et('mine.openGifts')}
                onClick={() => setHistoryOpen(true)}
              >
                {et('mine.open')}
              </Button>
            }
          />
        )}
        <Entry picture={Megaphone} title={et('mine.messages')} note={et('mine.messagesNote')} to="/app/promos" />
        {invite && (
          <Entry picture={QrCode} title={et('mine.invite')} note={et('mine.inviteNote')} to="/app/activity/invite" />
        )}
        <Entry picture={Coins} title={et('mine.coins')} note={et('mine.coinsNote')} to="/app/coins" />
      </Rows>
      {/* Keyed by member, so that data of one member is never shown to the next. */}
      <GiftHistory key={userId} isOpen={isHistoryOpen} onOpenChange={setHistoryOpen} />
    </Panel>
  )
}

/** Entries that need no account and are not in the navigation. */
export function PublicEntries() {
  const { sponsors } = useAtomValue(entrancesAtom)
  return (
    <Panel title={et('mine.walk')}>
      <Rows className={styles.entries}>
        <Entry picture={Tag} title={et('mine.promos')} note={et('mine.promosNote')} to="/app/promos" />
        {sponsors.length > 0 && (
          <Entry picture={Sparkles} title={et('mine.sponsors')} note={et('promos.sponsorsText')} to="/app/sponsor" />
        )}
      </Rows>
    </Panel>
  )
}

/** Help and responsible play. */
export function HelpEntries() {
  return (
    <Panel title={et('mine.helpTitle')}>
      <Rows className={styles.entries}>
        <Entry picture={CircleHelp} title={et('mine.help')} note={et('mine.helpNote')} to="/app/help" />
        <Entry picture={Headset} title={et('mine.service')} note={et('mine.serviceNote')} to="/cs" />
        <Entry picture={HeartPulse} title={et('mine.calm')} note={et('mine.calmNote')} to="/app/responsible" />
      </Rows>
    </Panel>
  )
}
