import { expect, it } from 'vitest'
import { projectFiles, readProjectFile } from '#tests/support/project.ts'

/** Folders of what a room shows. */
const FOLDERS = [
  'src/app/room',
  'src/app/shell',
  'src/features/chat',
  'src/features/danmaku',
  'src/features/effects',
  'src/features/float',
  'src/features/gift',
  'src/features/match',
  'src/features/notice',
  'src/features/player',
  'src/ui/Tiles.module.css',
]
/** States of a control within its own row. */
const STATES = [':checked', ':disabled', ':focus-visible']

it('no style of a room has a :has() selector for elements, which would be evaluated for every message', () => {
  const found = projectFiles('src', ['.css'])
    .filter((file) => FOLDERS.some((folder) => file.startsWith(folder)))
    .flatMap((file) => [...readProjectFile(file).matchAll(/:has\(([^)]*)\)/g)].map(([, of = '']) => `${file}: ${of}`))
  expect(found.filter((one) => !STATES.some((state) => one.endsWith(`: ${state}`)))).toEqual([])
  expect(found).toContain('src/features/danmaku/DanmakuSettingsForm.module.css: :focus-visible')
})
