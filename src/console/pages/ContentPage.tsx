import { useState } from 'react'
import type { ContentKind } from '#protocol/console/content-bodies.ts'
import type { ContentItem } from '#protocol/console/content.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { siteText } from '#messages/zh/console/site.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog } from '../parts/ActDialog.tsx'
import { ContentDialog, type ContentValues } from '../parts/ContentDialog.tsx'
import { KIND_CHOICES } from '../parts/content-fields.ts'
import { FilterForm } from '../parts/FilterForm.tsx'
import { Revisions } from '../parts/Revisions.tsx'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'

/** What is open on the screen. */
type Open =
  | { readonly what: 'edit'; readonly item: ContentItem | null; readonly restored?: ContentValues }
  | { readonly what: 'remove' | 'history'; readonly item: ContentItem }

/** Content of the site by kind, with editors, history and restoring. */
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
      title={siteText('content.title')}
      lead={siteText('content.lead')}
      actions={
        can('content.save') && (
          <Button kind="primary" onClick={() => setOpen({ what: 'edit', item: null })}>
            {siteText('content.add')}
          </Button>
        )
      }
    >
      <FilterForm onSubmit={query.retry}>
        <SelectField label={siteText('content.kind')} value={kind} options={KIND_CHOICES} onValueChange={choose} />
      </FilterForm>
      <Loaded query={query}>
        {({ list }) => <Items items={list.filter((item) => item.kind === kind)} onOpen={setOpen} />}
      </Loaded>
      {open?.what === 'history' && <History item={open.item} onOpen={setOpen} />}
      {open?.what === 'edit' && (
        <ContentDialog
          key={kind}
          kind={kind}
          item={open.item}
          restored={open.restored}
          onChanged={query.retry}
          onClose={close}
        />
      )}
      {open?.what === 'remove' && (
        <ActDialog
          title={siteText('content.removeOf', { name: nameOf(open.item) })}
          description={siteText('content.removeLead')}
          submitLabel={siteText('content.remove')}
          hasReason
          act={(reason) => consoleCall('content.remove', { id: open.item.id, version: open.item.version, reason })}
          onChanged={query.retry}
          onClose={close}
        />
      )}
    </Screen>
  )
}

function History({ item, onOpen }: { readonly item: ContentItem; readonly onOpen: (open: Open) => void }) {
  const { can } = useConsole()
  const onRestore = (value: unknown) => onOpen({ what: 'edit', item, restored: value as ContentValues })
  return (
    <Part title={siteText('content.historyOf', { name: nameOf(item) })}>
      <Revisions key={`${item.id} ${item.version}`} subject={item.id} {...(can('content.save') && { onRestore })} />
    </Part>
  )
}

/** The name of an item in lists: its title, name or question, the text of a marquee, or the path of its picture. */
function nameOf({ body }: ContentItem): string {
  return String(body['title'] ?? body['name'] ?? body['question'] ?? body['content'] ?? body['img'])
}

function Items({ items, onOpen }: { readonly items: readonly ContentItem[]; readonly onOpen: (open: Open) => void }) {
  const { can, formatTime } = useConsole()
  const time = (at: number | null, none: string) => (at === null ? none : formatTime(at))
  const isOrdered = items.some(({ body }) => 'order' in body)
  const isPlaced = items.some(({ kind }) => kind === 'marquee')
  const roomOf = ({ body: { eid } }: ContentItem): string =>
    typeof eid === 'string' && eid !== '' ? eid : siteText('content.allRooms')
  const positionOf = ({ body }: ContentItem): number => Number(body['order'] ?? 0)
  return (
    <Table
      label={siteText('content.title')}
      rows={[...items].sort((one, other) => positionOf(one) - positionOf(other))}
      idOf={({ id }) => id}
      columns={[
        { label: siteText('content.name'), render: nameOf },
        ...(isOrdered ? [{ label: siteText('content.field.order'), render: positionOf }] : []),
        ...(isPlaced ? [{ label: siteText('content.room'), render: roomOf }] : []),
        { label: siteText('content.state'), render: (item) => siteText(`content.state.${stateOf(item, Date.now())}`) },
        { label: siteText('content.starts'), render: ({ startsAt }) => time(startsAt, siteText('content.atOnce')) },
        { label: siteText('content.ends'), render: ({ endsAt }) => time(endsAt, siteText('content.endless')) },
        {
          label: consoleText('operators.actions'),
          render: (item) => (
            <>
              {can('content.save') && (
                <>
                  <Button size="small" onClick={() => onOpen({ what: 'edit', item })}>
                    {siteText('content.edit')}
                  </Button>{' '}
                  <Button size="small" onClick={() => onOpen({ what: 'remove', item })}>
                    {siteText('content.remove')}
                  </Button>{' '}
                </>
              )}
              <Button size="small" onClick={() => onOpen({ what: 'history', item })}>
                {siteText('revision.title')}
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
