import { lazy, Suspense } from 'react'
import { perfText } from '#messages/zh/perf.ts'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'

const LabView = lazy(async () => {
  const { loadLab } = await import('./live/RoomPage.tsx')
  return { default: (await loadLab()).LabView }
})

/**
 * `/app/perf` (D.8): the lab of performance testers. It is open to everybody and linked from the statistics panel only: all
 * load is generated in this browser.
 */
export function PerfPage() {
  useDocumentTitle(perfText('lab.title'))
  return (
    <Page>
      <PageHead title={perfText('lab.title')} lead={perfText('lab.lead')} />
      <Suspense fallback={null}>
        <LabView />
      </Suspense>
    </Page>
  )
}
