import { LaptopMinimal, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { CLIENT_TYPES } from '#protocol/headers.ts'
import { type Result, success } from '#protocol/result.ts'
import { formatAgo, formatKickoff } from '#lib/format.ts'
import { securityText } from '#messages/zh/security.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { call, serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Question } from '#ui/overlay/Question.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import styles from './security.module.css'

type Device = DataOf<'device.list'>['list'][number]

/** What kind of client a session belongs to. */
export function clientName(clientType: number): string {
  if (clientType === CLIENT_TYPES.app) return securityText('devices.app')
  return securityText(clientType === CLIENT_TYPES.h5 ? 'devices.h5' : 'devices.web')
}

const deviceName = ({ device, clientType }: Device): string => device || clientName(clientType)

/** Devices of this member, and their remote sign-out (S7.4). `idleMinutes` is sent with 退出其他设备, unchanged. */
export function DevicePanel({ idleMinutes }: { readonly idleMinutes: number }) {
  const query = useServerData('device.list', {})
  const [removed, setRemoved] = useState<Device | null>(null)
  const [isEndingOthers, setEndingOthers] = useState(false)
  const list = query.data?.list ?? []
  const done = (text: string): Result<unknown> => {
    toast({ text, tone: 'success' })
    query.retry()
    return success(null)
  }
  const remove = async ({ id }: Device) => {
    const result = await call('device.remove', { id })
    return result.ok || result.code === CODES.NOT_FOUND ? done(securityText('devices.removed')) : result
  }
  const endOthers = async () => {
    const result = await call('security.logoutSetup', { idleMinutes, logoutOthers: true })
    return result.ok ? done(securityText('devices.othersDone')) : result
  }
  return (
    <>
      <Loaded query={query} title={securityText('devices.failed')} />
      {list.length > 0 && (
        <>
          <Rows label={securityText('devices.title')}>
            {list.map((device) => (
              <DeviceRow key={device.id} device={device} onRemove={() => setRemoved(device)} />
            ))}
          </Rows>
          <div className={styles.foot}>
            <span>{list.length === 1 && securityText('devices.alone')}</span>
            <Button
              kind="danger"
              aria-haspopup="dialog"
              disabled={list.length === 1}
              onClick={() => setEndingOthers(true)}
            >
              {securityText('devices.others')}
            </Button>
          </div>
        </>
      )}
      <RemoveQuestion device={removed} onClose={() => setRemoved(null)} onConfirm={remove} />
      <Question
        isOpen={isEndingOthers}
        onClose={() => setEndingOthers(false)}
        title={securityText('devices.othersTitle')}
        text={securityText('devices.othersText')}
        action={securityText('devices.others')}
        onConfirm={endOthers}
      />
    </>
  )
}

interface RemoveQuestionProps {
  /** Null = closed. */
  readonly device: Device | null
  readonly onClose: () => void
  readonly onConfirm: (device: Device) => Promise<Result<unknown>>
}

function RemoveQuestion({ device, onClose, onConfirm }: RemoveQuestionProps) {
  const name = device === null ? '' : deviceName(device)
  return (
    <Question
      isOpen={device !== null}
      onClose={onClose}
      title={securityText('devices.removeTitle')}
      text={securityText('devices.removeText', { name, address: device?.address ?? '' })}
      action={securityText('devices.remove')}
      onConfirm={async () => (device === null ? null : onConfirm(device))}
    />
  )
}

function DeviceRow({ device, onRemove }: { readonly device: Device; readonly onRemove: () => void }) {
  const { clientType, address, signedInAt, lastSeenAt, isThis } = device
  const name = deviceName(device)
  const now = serverNow()
  const Picture = clientType === CLIENT_TYPES.web ? LaptopMinimal : Smartphone
  return (
    <Row
      lead={<Picture size={20} aria-hidden="true" />}
      title={`${name} · ${address}`}
      note={`${securityText('devices.seen', { ago: formatAgo(lastSeenAt, now) })} · ${securityText('devices.signedIn', { date: formatKickoff(signedInAt, now) })}`}
      end={
        isThis ? (
          <Badge tone="accent">{securityText('devices.this')}</Badge>
        ) : (
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={securityText('devices.removeName', { name, address })}
            onClick={onRemove}
          >
            {securityText('devices.remove')}
          </Button>
        )
      }
    />
  )
}
