import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { ServerData } from '#state/data/use-server-data.ts'
import { failureText } from '#state/data/failure-text.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Panel } from '#ui/Panel.tsx'

export interface ReadErrorProps {
  readonly answer: Pick<ServerData<unknown>, 'failure' | 'isLoading' | 'retry'>
  /** What failed, where the failure does not say it. */
  readonly text: string
  /** In the shape of the result, while there is no answer. */
  readonly skeleton: ReactNode
}

/** In place of a page's content: a skeleton, then why it did not come and 重试; tried again when the network is back. */
export function ReadError({ answer: { failure, isLoading, retry }, text, skeleton }: ReadErrorProps) {
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
