import { useState } from 'react'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { siteText } from '#messages/zh/console/site.ts'
import { Button } from '#ui/button/Button.tsx'
import { useConsoleData } from '../client.ts'
import { useConsole } from '../session.tsx'
import { PagedTable } from './Table.tsx'

interface RevisionsProps {
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
      label={siteText('revision.title')}
      idOf={({ id }) => id}
      columns={[
        { label: siteText('revision.version'), render: ({ version }) => version, isNumber: true },
        { label: consoleText('audit.time'), render: ({ at }) => formatTime(at) },
        { label: consoleText('audit.actor'), render: ({ operator }) => operator },
        { label: consoleText('reason'), render: ({ reason }) => reason },
        {
          label: siteText('revision.value'),
          render: ({ version, value }) =>
            value === null ? (
              siteText('revision.removed')
            ) : onRestore === undefined ? (
              <code>{JSON.stringify(value)}</code>
            ) : (
              <Button
                size="small"
                aria-label={siteText('revision.restoreOf', { version: String(version) })}
                onClick={() => onRestore(value)}
              >
                {siteText('revision.restore')}
              </Button>
            ),
        },
      ]}
    />
  )
}
