import { et } from '#lib/messages/entries.ts'
import { VipBadge } from '#ui/Badge.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Row, Rows } from '#ui/Rows.tsx'

/** Explains the VIP badge, which cannot be bought. */
export function VipNote() {
  return (
    <Panel title={et('promos.vip')} aside={<span>{et('promos.vipAside')}</span>}>
      <Rows>
        <Row lead={<VipBadge level={3} />} title={et('promos.vipLow')} note={et('promos.vipLowText')} />
        <Row lead={<VipBadge level={7} />} title={et('promos.vipHigh')} note={et('promos.vipHighText')} />
      </Rows>
    </Panel>
  )
}
