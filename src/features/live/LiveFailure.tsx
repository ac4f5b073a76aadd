import type { Failure } from '#protocol/result.ts'
import { commonText } from '#messages/zh/common.ts'
import { failureText } from '#lib/failure-text.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { ErrorPanel, type ErrorPanelProps } from '#ui/state/ErrorPanel.tsx'

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
