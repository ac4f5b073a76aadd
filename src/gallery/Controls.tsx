import { Bell, Heart, Maximize, RefreshCw, Send, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { RadioRow } from '#ui/choice/RadioRow.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Field } from '#ui/field/Field.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { PinField } from '#ui/field/PinField.tsx'
import { TextArea } from '#ui/field/TextArea.tsx'
import { Tooltip } from '#ui/overlay/Tooltip.tsx'
import styles from './gallery.module.css'
import { Specimen } from './Specimen.tsx'

const KINDS = [
  ['primary', '进入直播间'],
  ['outline', '看回放'],
  ['reminder', '预约'],
  ['quiet', '换一批'],
  ['danger', '退出'],
] as const
const TABS = [
  { value: 'animation', label: '动画' },
  { value: 'live', label: '直播' },
  { value: 'anchor', label: '主播' },
  { value: 'lineup', label: '阵容', isDisabled: true },
] as const

const REASONS = [
  { value: 'spam', label: '刷屏' },
  { value: 'rude', label: '骂人' },
  { value: 'ad', label: '广告' },
]

/** Buttons, inputs and switches. */
// oxlint-disable-next-line max-lines-per-function -- a list of specimens
export function Controls() {
  const [tab, setTab] = useState<string>('live')
  const [isOn, setOn] = useState(true)
  const [reason, setReason] = useState('spam')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('Play2026x')
  const [pin, setPin] = useState('290')
  return (
    <>
      <Specimen title="按钮" isWide>
        {KINDS.map(([kind, label]) => (
          <Button key={kind} kind={kind}>
            {label}
          </Button>
        ))}
        {KINDS.map(([kind, label]) => (
          <Button key={kind} kind={kind} disabled>
            {label}
          </Button>
        ))}
        <Button kind="primary" isLoading>
          正在进入
        </Button>
        <Button isLoading>重试</Button>
      </Specimen>
      <Specimen title="大小">
        <Button kind="primary" size="large" icon={<Send size={20} />}>
          发送
        </Button>
        <Button kind="primary">发送</Button>
        <Button kind="primary" size="small" icon={<RefreshCw size={16} />}>
          重试
        </Button>
        <Button kind="primary" size="tiny">
          进入
        </Button>
      </Specimen>
      <Specimen title="图标按钮">
        <IconButton label="通知，3 条未读" icon={<Bell size={20} />} count={3} />
        <IconButton label="通知，99+ 条未读" icon={<Bell size={20} />} count={128} />
        <IconButton label="关注" icon={<Heart size={20} />} isPressed />
        <IconButton label="设置" icon={<Settings2 size={20} />} size="small" />
        <IconButton label="不可用" icon={<Settings2 size={20} />} disabled />
        <IconButton label="正在刷新" icon={<RefreshCw size={20} />} isLoading />
        <span className={styles.video}>
          <IconButton label="全屏" icon={<Maximize size={20} />} ground="video" />
          <Switch label="弹幕" isOn={isOn} onChange={setOn} ground="video" />
        </span>
      </Specimen>
      <Specimen title="输入">
        <div className={styles.stack}>
          <Field label="账号" value={name} onValueChange={setName} hint="4-11 位字母或数字，字母开头" />
          <Field label="密码" type="password" value={password} onValueChange={setPassword} />
          <Field label="填错了" value="x" onValueChange={setName} error="账号为4-11位字母或数字，以字母开头" />
          <Field label="正在核对" value="fan001" onValueChange={setName} isLoading />
          <Field label="不可填" value="fan001" onValueChange={setName} disabled />
          <NumberField label="数字" value={pin} onValueChange={setPin} maxLength={6} hint="全角数字会变成半角" />
          <TextArea label="多行" value={name} onValueChange={setName} rows={3} hint="最多 500 字" />
        </div>
      </Specimen>
      <Specimen title="六位密码">
        <div className={styles.stack}>
          <PinField label="提款密码" value={pin} onValueChange={setPin} hint="6 位数字" />
          <PinField label="填错了" value="12" onValueChange={setPin} error="提款密码为6位数字" />
          <PinField label="不可填" value="" onValueChange={setPin} disabled />
        </div>
      </Specimen>
      <Specimen title="几样里选一样">
        <div className={styles.stack}>
          <Choices label="为什么举报" value={reason} choices={REASONS} onChange={setReason} />
          <RadioRow label="理由" value={reason} options={REASONS} onChange={setReason} />
        </div>
      </Specimen>
      <Specimen title="标签页与开关">
        <Tabs value={tab} onValueChange={setTab}>
          <TabList label="看什么" items={TABS} />
          <TabPanel value={tab} className={styles.panel}>
            {TABS.find((item) => item.value === tab)?.label}的内容
          </TabPanel>
        </Tabs>
        <Switch label="音效" isOn={isOn} onChange={setOn} />
        <Switch label="特效" isOn={!isOn} onChange={(next) => setOn(!next)} />
        <Switch label="不可用" isOn={false} onChange={setOn} disabled />
        <Tooltip text="画面比现场约慢 6 秒">
          <Button size="small">停一下看说明</Button>
        </Tooltip>
      </Specimen>
    </>
  )
}
