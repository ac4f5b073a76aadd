import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { ServerData } from '#state/data/use-server-data.ts'
import { failureText } from '#state/data/failure-text.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Panel } from '#ui/Panel.tsx'

export interface ReadErrorProps {
  readonly query: Pick<ServerData<unknown>, 'failure' | 'isLoading' | 'retry'>
  /** Describes what failed. */
  readonly text: string
  /** Skeleton in the shape of the content. */
  readonly skeleton: ReactNode
}

/** Loading and error states of a page, with 重试. Retries when the network is back. */
export function ReadError({ query: { failure, isLoading, retry }, text, skeleton }: ReadErrorProps) {
  const hasFailed = failure !== null
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed, retry])
  return (
    <Panel>
      {failure ? (
        <ErrorPanel
          level={1}
          message={failureText(failure, text)}
          code={failure.code}
          traceId={failure.traceId}
          isRetrying={isLoading}
          onRetry={retry}
        />
      ) : (
        skeleton
      )}
    </Panel>
  )
}
