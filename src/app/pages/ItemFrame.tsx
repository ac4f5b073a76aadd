import type { ReactNode } from 'react'
import { isNotFound } from '#lib/failures.ts'
import { NotFound } from '#features/news/NotFound.tsx'
import { BackLink } from '#ui/button/BackLink.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import type { BlockData } from '#ui/state/Block.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'

interface ItemFrameProps<Item> {
  /** The read of the item; without data while they belong to another item. */
  readonly query: BlockData<Item>
  /** The list that the item belongs to. */
  readonly back: { readonly to: string; readonly label: string }
  /** Shown if the item does not exist. */
  readonly missing: { readonly title: string; readonly text: string }
  readonly failed: string
  readonly skeleton: ReactNode
  readonly side?: ReactNode
  readonly children: (item: Item) => ReactNode
}

/** The page of one item: a link back, then the item, its skeleton, its error, or that it does not exist. */
export function ItemFrame<Item>({ query, back, missing, failed, skeleton, side, children }: ItemFrameProps<Item>) {
  const { data, failure } = query
  return (
    <Page side={side}>
      <BackLink to={back.to}>{back.label}</BackLink>
      {data !== null && children(data)}
      {data === null && isNotFound(failure) && <NotFound {...missing} to={back.to} action={back.label} />}
      {data === null && !isNotFound(failure) && (
        <Panel>
          <Loaded query={query} level={1} failed={failed} skeleton={skeleton} />
        </Panel>
      )}
    </Page>
  )
}
