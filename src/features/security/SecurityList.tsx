import type { LucideIcon } from 'lucide-react'
import {
  ChevronRight,
  FingerprintPattern,
  History,
  IdCard,
  LockKeyhole,
  Mail,
  MonitorSmartphone,
  Smartphone,
  Timer,
  WalletMinimal,
} from 'lucide-react'
import { useAtomValue } from 'jotai'
import { formatDate } from '#lib/format.ts'
import { securityText } from '#messages/zh/security.ts'
import { useBindingWizard } from '#state/session/binding.ts'
import { loadSecurity, type SecurityOverview } from '#state/session/security.ts'
import { type Entrances, entrancesAtom } from '#state/site/entrances.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Row } from '#ui/page/Rows.tsx'
import styles from './SecurityList.module.css'

/** Parts of the security centre with a screen: `/app/security/<part>`. */
export const SECURITY_PARTS = [
  'password',
  'passkeys',
  'phone',
  'email',
  'withdraw',
  'devices',
  'idle',
  'history',
] as const
export type SecurityPart = (typeof SECURITY_PARTS)[number]

/** Groups of the overview; `name` has no screen, it opens the binding wizard. */
export const SECURITY_GROUPS = [
  { key: 'sign', parts: ['password', 'passkeys'] },
  { key: 'money', parts: ['withdraw', 'name'] },
  { key: 'contact', parts: ['phone', 'email'] },
  { key: 'devices', parts: ['devices', 'idle', 'history'] },
] as const

const ICONS: Readonly<Record<SecurityPart, LucideIcon>> = {
  password: LockKeyhole,
  passkeys: FingerprintPattern,
  phone: Smartphone,
  email: Mail,
  withdraw: WalletMinimal,
  devices: MonitorSmartphone,
  idle: Timer,
  history: History,
}

const TITLES = {
  password: 'password.title',
  passkeys: 'passkey.title',
  phone: 'phone.title',
  email: 'mail.title',
  withdraw: 'withdraw.title',
  devices: 'devices.title',
  idle: 'idle.title',
  history: 'history.title',
} as const

export function partTitle(part: SecurityPart): string {
  return securityText(TITLES[part])
}

const NOTES = {
  passkeys: 'passkey.note',
  phone: 'phone.note',
  email: 'mail.note',
  withdraw: 'withdraw.note',
  devices: 'devices.note',
  idle: 'idle.note',
  history: 'history.note',
} as const

function noteOf(part: SecurityPart, { passwordChangedAt }: SecurityOverview, { withdrawPassword }: Entrances): string {
  if (part === 'phone' && !withdrawPassword) return securityText('phone.noteShort')
  if (part !== 'password') return securityText(NOTES[part])
  return passwordChangedAt === null
    ? securityText('password.never')
    : securityText('password.changedAt', { date: formatDate(passwordChangedAt, serverNow()) })
}

/** The plain state of a part; null if it has none. */
function partState(part: SecurityPart, overview: SecurityOverview): string | null {
  const unset = securityText('state.unset')
  switch (part) {
    case 'password':
      return securityText('state.set')
    case 'passkeys':
      return overview.passkeys === 0 ? unset : securityText('passkey.count', { count: overview.passkeys })
    case 'phone':
      return overview.phone === null ? unset : `+${overview.phone.areaCode} ${overview.phone.masked}`
    case 'email':
      return overview.email ?? unset
    case 'withdraw':
      return overview.hasWithdrawPassword ? securityText('state.set') : unset
    case 'idle':
      return overview.idleMinutes === 0
        ? securityText('idle.never')
        : securityText('idle.minutes', { count: overview.idleMinutes })
    case 'devices':
    case 'history':
      return null
  }
}

interface SecurityRowsProps {
  readonly parts: readonly (SecurityPart | 'name')[]
  readonly overview: SecurityOverview
  /** The part whose screen is shown. */
  readonly current?: SecurityPart
}

/** Rows with the state of each part and a link to its screen. */
export function SecurityRows({ parts, overview, current }: SecurityRowsProps) {
  const { withdrawPassword } = useAtomValue(entrancesAtom)
  const shown = parts.filter((part) => part !== 'withdraw' || withdrawPassword)
  return shown.map((part) =>
    part === 'name' ? (
      <NameRow key={part} realName={overview.realName} />
    ) : (
      <PartRow key={part} part={part} overview={overview} isCurrent={part === current} />
    ),
  )
}

interface PartRowProps {
  readonly part: SecurityPart
  readonly overview: SecurityOverview
  readonly isCurrent: boolean
}

function PartRow({ part, overview, isCurrent }: PartRowProps) {
  const entrances = useAtomValue(entrancesAtom)
  const Picture = ICONS[part]
  const state = partState(part, overview)
  return (
    <Row
      className={styles.row}
      lead={<Picture size={20} aria-hidden="true" />}
      title={
        <>
          {partTitle(part)}
          {state !== null && (
            <span className={styles.state} data-unset={state === securityText('state.unset') || undefined}>
              {state}
            </span>
          )}
        </>
      }
      note={noteOf(part, overview, entrances)}
      to={`/app/security/${part}`}
      isCurrent={isCurrent}
      end={<ChevronRight size={16} aria-hidden="true" />}
    />
  )
}

function NameRow({ realName }: { readonly realName: string | null }) {
  const open = useBindingWizard()
  return (
    <Row
      className={styles.row}
      lead={<IdCard size={20} aria-hidden="true" />}
      title={
        <>
          {securityText('name.title')}
          <span className={styles.state} data-unset={realName === null || undefined}>
            {realName ?? securityText('state.unset')}
          </span>
        </>
      }
      note={securityText('name.note')}
      end={
        <Button size="small" aria-haspopup="dialog" onClick={() => void open().then(() => loadSecurity())}>
          {securityText(realName === null ? 'name.fill' : 'name.view')}
        </Button>
      }
    />
  )
}
