import type { ReactNode } from 'react'
import type { Failure } from '#protocol/result.ts'
import { ErrorLine } from './ErrorLine.tsx'
import { RegionBoundary } from './RegionBoundary.tsx'
import { Loading } from './Skeleton.tsx'

/** An answer that a block waits for; `ServerData` of the state fits. */
export interface BlockAnswer<Data> {
  readonly data: Data | null
  readonly failure: Failure | null
  readonly isLoading: boolean
  readonly retry: () => void
}

export interface BlockProps<Data> {
  /** What stands here, in the words of the viewer: 场馆. */
  readonly name: string
  readonly answer: BlockAnswer<Data>
  /** 场馆没拿到 */
  readonly failed: string
  /** Grey pieces in the shape of the result, as high as it will be. */
  readonly skeleton: ReactNode
  readonly isEmpty: (data: Data) => boolean
  /** Of the box that a failure stands in, where the block has a height to keep. */
  readonly failureClass?: string | undefined
  readonly children: (data: Data) => ReactNode
}

/**
 * A part of a page that loads, fails or stays away by itself: a skeleton, then what it is; a failure with its own 重试
 * where nothing was there before (an older answer stays); nothing at all when it is empty; a crash stays inside.
 */
export function Block<Data>(props: BlockProps<Data>) {
  return (
    <RegionBoundary name={props.name} shows="line">
      <BlockContent {...props} />
    </RegionBoundary>
  )
}

function BlockContent<Data>({ answer, failed, skeleton, isEmpty, failureClass, children }: BlockProps<Data>) {
  const { data, failure, isLoading, retry } = answer
  if (data !== null) return isEmpty(data) ? null : children(data)
  if (failure === null) return <Loading>{skeleton}</Loading>
  return (
    <div className={failureClass}>
      <ErrorLine message={failed} failure={failure} isRetrying={isLoading} onRetry={retry} />
    </div>
  )
}
