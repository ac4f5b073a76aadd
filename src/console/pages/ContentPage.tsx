import { useState } from 'react'
import type { ContentItem, ContentKind } from '#protocol/console/content.ts'
import { CONTENT_KINDS } from '#protocol/console/constants.ts'
import { cst } from '#lib/messages/console.ts'
import { sit } from '#lib/messages/console-site.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog } from '../parts/ActDialog.tsx'
import { ContentDialog } from '../parts/ContentDialog.tsx'
import { FilterForm } from '../parts/FilterForm.tsx'
import { Revisions } from '../parts/Revisions.tsx'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'

const KINDS = CONTENT_KINDS.map((value) => ({ value, label: sit(`content.kind.${value}`) }))

/** What is open on the screen. */
type Open =
  | { readonly what: 'edit'; readonly item: ContentItem | null }
  | { readonly what: 'remove' | 'history'; readonly item: ContentItem }

/** Announcements, banners and floating windows. */
export function ContentPage() {
  const { can } = useConsole()
  const [kind, setKind] = useState<ContentKind>('announcement')
  const [open, setOpen] = useState<Open | null>(null)
  const query = useConsoleData('content.list', { kind })
  const close = () => setOpen(null)
  const choose = (next: ContentKind) => {
    setKind(next)
    close()
  }
  return (
    <Screen
      title={sit('content.title')}
      lead={sit('content.lead')}
      actions={
        can('content.save') && (
          <Button kind="primary" onClick={() => setOpen({ what: 'edit', item: null })}>
            {sit('content.add')}
          </Button>
        )
      }
    >
      <FilterForm onSubmit={query.retry}>
        <SelectField label={sit('content.kind')} value={kind} options={KINDS} onValueChange={choose} />
      </FilterForm>
      <Loaded query={query}>
        {({ list }) => <Items items={list.filter((item) => item.kind === kind)} onOpen={setOpen} />}
      </Loaded>
      {open?.what === 'history' && (
        <Part title={sit('content.historyOf', { name: nameOf(open.item) })}>
          <Revisions key={open.item.id} subject={open.item.id} />
        </Part>
      )}
      {open?.what === 'edit' && (
        <ContentDialog key={kind} kind={kind} item={open.item} onChanged={query.retry} onClose={close} />
      )}
      {open?.what === 'remove' && (
        <ActDialog
          title={sit('content.removeOf', { name: nameOf(open.item) })}
          description={sit('content.removeLead')}
          submitLabel={sit('content.remove')}
          hasReason
          act={(reason) => consoleCall('content.remove', { id: open.item.id, version: open.item.version, reason })}
          onChanged={query.retry}
          onClose={close}
        />
      )}
    </Screen>
  )
}

/** The name of an item in lists: its title, or the path of its picture. */
function nameOf({ body }: ContentItem): string {
  return String(body['title'] ?? body['img'])
}

function Items({ items, onOpen }: { readonly items: readonly ContentItem[]; readonly onOpen: (open: Open) => void }) {
  const { can, formatTime } = useConsole()
  const time = (at: number | null, none: string) => (at === null ? none : formatTime(at))
  return (
    <Table
      label={sit('content.title')}
      rows={items}
      idOf={({ id }) => id}
      columns={[
        { label: sit('content.name'), render: nameOf },
        { label: sit('content.state'), render: (item) => sit(`content.state.${stateOf(item, Date.now())}`) },
        { label: sit('content.starts'), render: ({ startsAt }) => time(startsAt, sit('content.atOnce')) },
        { label: sit('content.ends'), render: ({ endsAt }) => time(endsAt, sit('content.endless')) },
        {
          label: cst('operators.actions'),
          render: (item) => (
            <>
              {can('content.save') && (
                <>
                  <Button size="small" onClick={() => onOpen({ what: 'edit', item })}>
                    {sit('content.edit')}
                  </Button>{' '}
                  <Button size="small" onClick={() => onOpen({ what: 'remove', item })}>
                    {sit('content.remove')}
                  </Button>{' '}
                </>
              )}
              <Button size="small" onClick={() => onOpen({ what: 'history', item })}>
                {sit('revision.title')}
              </Button>
            </>
          ),
        },
      ]}
    />
  )
}

/** State of an item at `now`, epoch milliseconds. */
function stateOf(
  { isPublished, startsAt, endsAt }: ContentItem,
  now: number,
): 'draft' | 'scheduled' | 'ended' | 'live' {
  if (!isPublished) return 'draft'
  if (startsAt !== null && now < startsAt) return 'scheduled'
  return endsAt !== null && endsAt <= now ? 'ended' : 'live'
}
