import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { RadioRow } from '#ui/choice/RadioRow.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { Notice } from '#ui/state/Notice.tsx'
import { OfflineBar } from '#ui/state/OfflineBar.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './gallery.module.css'
import { Specimen } from './Specimen.tsx'

const NOTHING = () => undefined

const SCENES = [
  ['search', '没有找到“没有这队”', '请尝试其他球队或主播名称'],
  ['news', '暂无新资讯', '发布后会显示在这里'],
  ['offline', '网络不通，页面尚未保存', '恢复后自动重连'],
  ['closed', '这个馆在维护', '明早 06:00 开门'],
  ['mail', '还没有人找你', '有新消息会亮红点'],
] as const

/** Loading, empty, error and offline states, and overlays. */
export function States() {
  return (
    <>
      <Specimen title="加载（150 毫秒后才出现）">
        <Panel className={styles.pad}>
          <Loading className={styles.stack}>
            <Skeleton width="120px" />
            <Skeleton width="60%" />
            <Skeleton width="40px" height="40px" shape="circle" />
            <Skeleton width="72px" height="32px" shape="plate" />
          </Loading>
        </Panel>
      </Specimen>
      <Specimen title="空">
        <Panel>
          <EmptyState
            title="暂无直播"
            text="下一场：今晚 21:30，南屿青年 对 云岭二队"
            action={
              <Button kind="primary" size="small">
                预约下一场
              </Button>
            }
          />
        </Panel>
      </Specimen>
      <Specimen title="出错">
        <Panel>
          <ErrorPanel
            message="比分加载失败，不影响你已经下的注单和金币"
            failure={{ code: 1_000_023, traceId: '7f3a-91c2-e0d4' }}
            onRetry={NOTHING}
          />
        </Panel>
      </Specimen>
      <Specimen title="连接">
        <div>
          <OfflineBar connection="offline" />
          <OfflineBar connection="connecting" />
          <OfflineBar connection="recovering" />
        </div>
      </Specimen>
      {SCENES.map(([scene, title, text]) => (
        <Specimen key={scene} title={`空：${title}`}>
          <Panel>
            <EmptyState scene={scene} title={title} text={text} />
          </Panel>
        </Specimen>
      ))}
      <Specimen title="提示">
        <Notice icon={Settings2} title="冷静期中" text="到期前不能存款和送礼物" note="提款不受影响" />
      </Specimen>
      <Specimen title="弹出">
        <Overlays />
      </Specimen>
    </>
  )
}

const SPEEDS = [
  { value: 'slow', label: '慢' },
  { value: 'steady', label: '适中' },
  { value: 'fast', label: '快' },
]

// oxlint-disable-next-line max-lines-per-function -- a list of specimens
function Overlays() {
  const [open, setOpen] = useState<'question' | 'dialog' | 'sheet' | null>(null)
  const [note, setNote] = useState('')
  const [speed, setSpeed] = useState('steady')
  const close = (isOpen: boolean) => setOpen(isOpen ? open : null)
  return (
    <>
      <Button size="small" onClick={() => setOpen('question')}>
        再问一次
      </Button>
      <Button size="small" onClick={() => setOpen('dialog')}>
        对话框
      </Button>
      <Button size="small" onClick={() => setOpen('sheet')}>
        抽屉
      </Button>
      <Button size="small" onClick={() => toast({ text: '比赛还没开始，20:00 准时见', tone: 'wait' })}>
        轻提示
      </Button>
      <Button
        size="small"
        onClick={() => toast({ text: '这句没发出去', tone: 'danger', action: { label: '重发', onPress: NOTHING } })}
      >
        出错提示
      </Button>
      <Menu
        trigger={<Button size="small">菜单</Button>}
        items={[
          { key: 'one', label: '举报', onPress: NOTHING },
          { key: 'two', label: '屏蔽此人', tone: 'danger', onPress: NOTHING },
        ]}
      />
      <Popover label="小窗" trigger={<IconButton label="小窗" icon={<Settings2 size={20} />} />}>
        <RadioRow label="速度" value={speed} options={SPEEDS} onChange={setSpeed} />
      </Popover>
      <Dialog
        isOpen={open === 'question'}
        onOpenChange={close}
        isQuestion
        title="本场已送出 5,000 金币"
        description="请量力而行。继续连击吗？"
        actions={
          <>
            <Button onClick={() => setOpen(null)}>继续送出</Button>
            <Button kind="primary" onClick={() => setOpen(null)}>
              休息一下
            </Button>
          </>
        }
      />
      <Dialog isOpen={open === 'dialog'} onOpenChange={close} title="举报这句话">
        <Field label="说说原因" value={note} onValueChange={setNote} />
      </Dialog>
      <Sheet
        isOpen={open === 'sheet'}
        onOpenChange={close}
        title="送礼物"
        aside="送给 楚楚讲球"
        footer={
          <Button kind="primary" size="large" isWide>
            送出 594 金币
          </Button>
        }
      >
        <EmptyState title="礼物还在路上" />
      </Sheet>
    </>
  )
}
