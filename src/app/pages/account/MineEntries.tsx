import { useAtomValue } from 'jotai'
import {
  ChevronRight,
  CircleHelp,
  Coins,
  Crown,
  Gift,
  Handshake,
  Headset,
  HandCoins,
  HeartPulse,
  Medal,
  Megaphone,
  MessageSquareText,
  PackageOpen,
  QrCode,
  ShieldCheck,
  Sparkles,
  Tag,
  Ticket,
  UserRoundPen,
  Wallet,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { entriesText } from '#messages/zh/entries.ts'
import { GiftHistory } from '#features/gift/GiftHistory.tsx'
import { entrancesAtom } from '#state/site/entrances.ts'
import { memberAtom } from '#state/session/session.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
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
    <Panel title={entriesText('mine.account')}>
      <Rows className={styles.entries}>
        <Entry
          picture={Wallet}
          title={entriesText('mine.wallet')}
          note={entriesText('mine.walletNote')}
          to="/app/wallet"
        />
        <Entry
          picture={Ticket}
          title={entriesText('mine.games')}
          note={entriesText('mine.gamesNote')}
          to="/app/records/games"
        />
        <ClubEntries />
        <Entry
          picture={UserRoundPen}
          title={entriesText('mine.profile')}
          note={entriesText('mine.profileNote')}
          to="/app/profile"
        />
        <Entry
          picture={ShieldCheck}
          title={entriesText('mine.security')}
          note={entriesText('mine.securityNote')}
          to="/app/security"
        />
        {gifts && <GiftsEntry onOpen={() => setHistoryOpen(true)} />}
        <Entry
          picture={Megaphone}
          title={entriesText('mine.messages')}
          note={entriesText('mine.messagesNote')}
          to="/app/messages"
        />
        <Entry
          picture={Handshake}
          title={entriesText('mine.agent')}
          note={entriesText('mine.agentNote')}
          to="/app/agent"
        />
        {invite && (
          <Entry
            picture={QrCode}
            title={entriesText('mine.invite')}
            note={entriesText('mine.inviteNote')}
            to="/app/activity/invite"
          />
        )}
        <Entry picture={Coins} title={entriesText('mine.coins')} note={entriesText('mine.coinsNote')} to="/app/coins" />
      </Rows>
      {/* Keyed by member, so that data of one member is never shown to the next. */}
      <GiftHistory key={userId} isOpen={isHistoryOpen} onOpenChange={setHistoryOpen} />
    </Panel>
  )
}

/** VIP, rebates, the welfare center and points. */
function ClubEntries() {
  return (
    <>
      <Entry picture={Crown} title={entriesText('mine.vip')} note={entriesText('mine.vipNote')} to="/app/vip" />
      <Entry
        picture={HandCoins}
        title={entriesText('mine.rebate')}
        note={entriesText('mine.rebateNote')}
        to="/app/rebate"
      />
      <Entry
        picture={PackageOpen}
        title={entriesText('mine.welfare')}
        note={entriesText('mine.welfareNote')}
        to="/app/welfare"
      />
      <Entry
        picture={Medal}
        title={entriesText('mine.points')}
        note={entriesText('mine.pointsNote')}
        to="/app/points"
      />
    </>
  )
}

function GiftsEntry({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Row
      className={styles.entry}
      lead={icon(Gift)}
      title={entriesText('mine.gifts')}
      note={entriesText('mine.giftsNote')}
      end={
        <Button
          className={styles.open}
          size="tiny"
          aria-haspopup="dialog"
          aria-label={entriesText('mine.openGifts')}
          onClick={onOpen}
        >
          {entriesText('mine.open')}
        </Button>
      }
    />
  )
}

/** Entries that need no account and are not in the navigation. */
export function PublicEntries() {
  const { sponsors } = useAtomValue(entrancesAtom)
  return (
    <Panel title={entriesText('mine.walk')}>
      <Rows className={styles.entries}>
        <Entry
          picture={Tag}
          title={entriesText('mine.promos')}
          note={entriesText('mine.promosNote')}
          to="/app/promos"
        />
        {sponsors.length > 0 && (
          <Entry
            picture={Sparkles}
            title={entriesText('mine.sponsors')}
            note={entriesText('promos.sponsorsText')}
            to="/app/sponsor"
          />
        )}
      </Rows>
    </Panel>
  )
}

/** Help and responsible play. */
export function HelpEntries() {
  return (
    <Panel title={entriesText('mine.helpTitle')}>
      <Rows className={styles.entries}>
        <Entry
          picture={CircleHelp}
          title={entriesText('mine.help')}
          note={entriesText('mine.helpNote')}
          to="/app/help"
        />
        <Entry picture={Headset} title={entriesText('mine.service')} note={entriesText('mine.serviceNote')} to="/cs" />
        <Entry
          picture={MessageSquareText}
          title={entriesText('mine.feedback')}
          note={entriesText('mine.feedbackNote')}
          to="/app/feedback"
        />
        <Entry
          picture={HeartPulse}
          title={entriesText('mine.calm')}
          note={entriesText('mine.calmNote')}
          to="/app/responsible"
        />
      </Rows>
    </Panel>
  )
}
