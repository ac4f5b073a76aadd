import type { Failure } from '#protocol/result.ts'
import { commonText } from '#messages/zh/common.ts'
import { failureText } from '#lib/failure-text.ts'
import { ErrorPanel, type ErrorPanelProps } from '#ui/ErrorPanel.tsx'
import { Panel } from '#ui/Panel.tsx'

interface LiveFailureProps extends Pick<ErrorPanelProps, 'level' | 'isRetrying' | 'onRetry'> {
  readonly failure: Failure | null
}

/** Why matches could not be loaded, with 重试. */
export function LiveFailure({ failure, ...rest }: LiveFailureProps) {
  return (
    <Panel>
      <ErrorPanel message={failureText(failure, commonText('live.errorText'))} failure={failure} {...rest} />
    </Panel>
  )
}
