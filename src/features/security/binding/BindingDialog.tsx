import { useAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { securityText } from '#messages/zh/security.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { BINDING_STEPS, type BindingStep } from '#state/session/binding.ts'
import { loadSecurity } from '#state/session/security.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { PhoneForm } from '../ContactForms.tsx'
import styles from './BindingDialog.module.css'
import { type BindingDraft, HolderStep, RealNameStep, UsdtStep } from './BindingSteps.tsx'

export interface BindingDialogProps {
  readonly userId: string
  readonly needed: readonly BindingStep[]
  readonly isByHand: boolean
  /** True if all needed steps are done. */
  readonly onClose: (isComplete: boolean) => void
}

type Steps = DataOf<'bind.steps'>

const NO_DRAFT: Partial<BindingDraft> = {}
const draftAtom = atom<{ readonly userId: string; readonly draft: Partial<BindingDraft> }>({
  userId: '',
  draft: NO_DRAFT,
})

function useDraft(userId: string) {
  const [stored, setStored] = useAtom(draftAtom)
  const draft = stored.userId === userId ? stored.draft : NO_DRAFT
  const change = (next: Partial<BindingDraft>) =>
    setStored((before) => ({ userId, draft: { ...(before.userId === userId ? before.draft : NO_DRAFT), ...next } }))
  return [draft, change] as const
}

/** Binding in four steps (S3.33): starts at the first one that is not done. */
export function BindingDialog({ userId, needed, isByHand, onClose }: BindingDialogProps) {
  const query = useServerData('bind.steps', {})
  const { data, retry } = query
  const open = data === null ? null : (needed.find((step) => !data[step]) ?? 'done')
  const complete = useEffectEvent(() => onClose(true))
  useEffect(() => {
    if (open === 'done' && !isByHand) complete()
  }, [open, isByHand])
  return (
    <Dialog
      isOpen
      onOpenChange={() => onClose(open === 'done')}
      title={securityText('binding.wizard.title')}
      {...(open !== 'done' && { description: securityText('binding.wizard.text') })}
    >
      <div className={styles.states}>
        <Loaded query={query} title={securityText('binding.wizard.failed')} rows={3} height={56} />
      </div>
      {data !== null && open !== null && (
        <>
          <StepList steps={data} needed={needed} open={open} />
          {open === 'done' ? (
            <Complete onClose={() => onClose(true)} />
          ) : (
            <OpenStep
              key={open}
              step={open}
              steps={data}
              userId={userId}
              onDone={() => {
                void loadSecurity()
                retry()
              }}
            />
          )}
        </>
      )}
    </Dialog>
  )
}

interface StepListProps {
  readonly steps: Steps
  readonly needed: readonly BindingStep[]
  readonly open: BindingStep | 'done'
}

function StepList({ steps, needed, open }: StepListProps) {
  return (
    <ol className={styles.steps} aria-label={securityText('binding.wizard.steps')}>
      {BINDING_STEPS.filter((step) => needed.includes(step)).map((step, index) => (
        <li key={step} data-done={steps[step] || undefined} aria-current={step === open ? 'step' : undefined}>
          <span className={styles.sign} aria-hidden="true">
            {steps[step] ? <Check size={14} /> : index + 1}
          </span>
          {securityText(`binding.step.${step}`)}
          {steps[step] && <span className="visually-hidden">{securityText('binding.wizard.stepDone')}</span>}
        </li>
      ))}
    </ol>
  )
}

function Complete({ onClose }: { readonly onClose: () => void }) {
  return (
    <div className={styles.complete}>
      <output>{securityText('binding.wizard.complete')}</output>
      <p>{securityText('binding.wizard.completeText')}</p>
      <Button kind="primary" size="large" isWide onClick={onClose}>
        {securityText('binding.wizard.finish')}
      </Button>
    </div>
  )
}

interface OpenStepProps {
  readonly step: BindingStep
  readonly steps: Steps
  readonly userId: string
  readonly onDone: () => void
}

/** The form of one step. */
function OpenStep({ step, steps, userId, onDone }: OpenStepProps) {
  const [draft, setDraft] = useDraft(userId)
  switch (step) {
    case 'userRealNameBind':
      return <RealNameStep draft={draft.realName ?? ''} onDraft={setDraft} onDone={onDone} />
    case 'userInfoBind': {
      const { areaCode, phone } = draft
      return (
        <div className={styles.phone}>
          <PhoneForm
            current={null}
            draft={{ ...(areaCode !== undefined && { areaCode }), ...(phone !== undefined && { phone }) }}
            onDraft={({ areaCode: area, phone: number }) => setDraft({ areaCode: area, phone: number })}
            onDone={onDone}
          />
        </div>
      )
    }
    case 'selectRealName':
      return <HolderStep holders={steps.holders} draft={draft.holder ?? '0'} onDraft={setDraft} onDone={onDone} />
    case 'selectUSDT':
      return (
        <UsdtStep
          chains={steps.chains}
          needsWithdrawPassword={steps.needsWithdrawPassword}
          draft={draft}
          onDraft={setDraft}
          onDone={onDone}
        />
      )
  }
}
