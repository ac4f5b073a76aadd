import type { ReactNode } from 'react'
import type { Failure } from '#protocol/result.ts'
import { ErrorLine } from './ErrorLine.tsx'
import { RegionBoundary } from './RegionBoundary.tsx'
import { Loading } from './Skeleton.tsx'

/** The data of a block; compatible with `ServerData`. */
export interface BlockData<Data> {
  readonly data: Data | null
  readonly failure: Failure | null
  readonly isLoading: boolean
  readonly retry: () => void
}

interface BlockProps<Data> {
  /** Name of the block for the viewer: 场馆. */
  readonly name: string
  readonly query: BlockData<Data>
  /** For example 场馆加载失败. */
  readonly failed: string
  /** Skeleton with the shape and height of the result. */
  readonly skeleton: ReactNode
  readonly isEmpty: (data: Data) => boolean
  /** Class of the error box, if the block has a fixed height. */
  readonly failureClass?: string | undefined
  readonly children: (data: Data) => ReactNode
}

/**
 * A part of a page with its own loading, error (with 重试, only if there is no older data), empty (hidden) and crash
 * states.
 */
export function Block<Data>(props: BlockProps<Data>) {
  return (
    <RegionBoundary name={props.name} shows="line">
      <BlockContent {...props} />
    </RegionBoundary>
  )
}

function BlockContent<Data>({ query, failed, skeleton, isEmpty, failureClass, children }: BlockProps<Data>) {
  const { data, failure, isLoading, retry } = query
  if (data !== null) return isEmpty(data) ? null : children(data)
  if (failure === null) return <Loading>{skeleton}</Loading>
  return (
    <div className={failureClass}>
      <ErrorLine message={failed} failure={failure} isRetrying={isLoading} onRetry={retry} />
    </div>
  )
}
