import { useState } from 'react'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { cst } from '#lib/messages/console.ts'
import { sit } from '#lib/messages/console-site.ts'
import { Button } from '#ui/Button.tsx'
import { useConsoleData } from '../client.ts'
import { useConsole } from '../session.tsx'
import { PagedTable } from './Table.tsx'

export interface RevisionsProps {
  /** `config`, or the id of a content item. */
  readonly subject: string
  /** Offers to restore a version. */
  readonly onRestore?: (value: unknown) => void
}

/** The versions of the configuration or of a content item, newest first. */
export function Revisions({ subject, onRestore }: RevisionsProps) {
  const { formatTime } = useConsole()
  const [shown, setShown] = useState<ConsoleRequestOf<'revision.list'>>({ subject })
  const query = useConsoleData('revision.list', shown)
  return (
    <PagedTable
      query={query}
      request={shown}
      onPage={setShown}
      label={sit('revision.title')}
      idOf={({ id }) => id}
      columns={[
        { label: sit('revision.version'), render: ({ version }) => version, isNumber: true },
        { label: cst('audit.time'), render: ({ at }) => formatTime(at) },
        { label: cst('audit.actor'), render: ({ operator }) => operator },
        { label: cst('reason'), render: ({ reason }) => reason },
        {
          label: sit('revision.value'),
          render: ({ version, value }) =>
            value === null ? (
              sit('revision.removed')
            ) : onRestore === undefined ? (
              <code>{JSON.stringify(value)}</code>
            ) : (
              <Button
                size="small"
                aria-label={sit('revision.restoreOf', { version: String(version) })}
                onClick={() => onRestore(value)}
              >
                {sit('revision.restore')}
              </Button>
            ),
        },
      ]}
    />
  )
}
