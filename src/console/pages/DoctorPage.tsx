import { useState } from 'react'
import { DOCTOR_OUTCOMES } from '#protocol/console/constants.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import type { Failure } from '#protocol/result.ts'
import { moderationText } from '#messages/zh/console/moderation.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { consoleCall } from '../client.ts'
import { Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'

type Report = ConsoleDataOf<'doctor.run'>
type Outcome = (typeof DOCTOR_OUTCOMES)[number]

const TONES = { problem: 'danger', warning: 'coin', ok: 'neutral', skipped: 'neutral' } as const

/** The checks of the doctor on the running server, problems first, with what to do. */
export function DoctorPage() {
  const [report, setReport] = useState<Report | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const result = await consoleCall('doctor.run', {})
    setBusy(false)
    setFailure(result.ok ? null : result)
    if (result.ok) setReport(result.data)
  }
  return (
    <Screen
      title={moderationText('doctor.title')}
      lead={moderationText('doctor.lead')}
      actions={
        <Button kind="primary" isLoading={isBusy} onClick={() => void run()}>
          {moderationText('doctor.run')}
        </Button>
      }
    >
      {failure && <FormFailure failure={failure} />}
      {report ? <Findings report={report} /> : <p>{moderationText('doctor.idle')}</p>}
    </Screen>
  )
}

function Findings({ report: { at, findings } }: { readonly report: Report }) {
  const { formatTime } = useConsole()
  const count = (outcome: Outcome) => findings.filter((one) => one.outcome === outcome).length
  const sorted = DOCTOR_OUTCOMES.flatMap((outcome) => findings.filter((one) => one.outcome === outcome))
  const counts = { problems: count('problem'), warnings: count('warning'), ok: count('ok'), skipped: count('skipped') }
  return (
    <>
      <output>{moderationText('doctor.summary', { ...counts, time: formatTime(at) })}</output>
      <Table
        label={moderationText('doctor.title')}
        rows={sorted.map((finding, index) => ({ ...finding, index }))}
        idOf={({ index }) => String(index)}
        columns={[
          {
            label: moderationText('doctor.outcome'),
            render: ({ outcome }) => (
              <span>
                <Badge tone={TONES[outcome]}>{moderationText(`doctor.outcome.${outcome}`)}</Badge>
              </span>
            ),
          },
          { label: moderationText('doctor.check'), render: ({ check }) => <span lang="en">{check}</span> },
          { label: moderationText('doctor.text'), render: ({ text }) => <span lang="en">{text}</span> },
          { label: moderationText('doctor.fix'), render: ({ fix }) => <span lang="en">{fix ?? '—'}</span> },
        ]}
      />
    </>
  )
}
