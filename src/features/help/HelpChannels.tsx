import { ExternalLink, Mail, MessageCircle, Phone } from 'lucide-react'
import { contactAddress } from '#protocol/rules/member/contact.ts'
import { accessText } from '#messages/zh/access.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { CopyIcon } from '#ui/button/CopyButton.tsx'
import styles from './HelpChannels.module.css'
import type { HelpChannel } from './help-questions.ts'

const ICONS = { chat: MessageCircle, email: Mail, phone: Phone } as const
const ACTIONS = { chat: 'help.open', email: 'help.mail', phone: 'help.call' } as const

/** Contact channels of customer service, each with a link and a copy button. */
export function HelpChannels({ channels }: { readonly channels: readonly HelpChannel[] }) {
  if (channels.length === 0) return <p className={styles.none}>{accessText('help.noChannels')}</p>
  return (
    <ul className={styles.list}>
      {channels.map((channel) => (
        <Channel key={`${channel.kind} ${channel.value}`} channel={channel} />
      ))}
    </ul>
  )
}

function Channel({ channel }: { readonly channel: HelpChannel }) {
  const { kind, name, value } = channel
  const Icon = ICONS[kind]
  const address = contactAddress(kind, value)
  const action = accessText(ACTIONS[kind])
  const isOutside = address?.startsWith('https:') ?? false
  return (
    <li className={styles.row}>
      <Icon className={styles.icon} size={20} aria-hidden="true" />
      <div className={styles.what}>
        <b>{name}</b>
        <span className={styles.value}>{value}</span>
      </div>
      <CopyIcon text={value} name={name} />
      {address && (
        <a
          className={buttonClass({ kind: 'outline', size: 'small' })}
          href={address}
          aria-label={accessText('help.openWhat', { action, name })}
          {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {action}
          {isOutside && <ExternalLink size={14} aria-hidden="true" />}
        </a>
      )}
    </li>
  )
}
