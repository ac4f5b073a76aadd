import { expect, it } from 'vitest'
import { projectFiles, readProjectFile } from '../../support/project.ts'

/** Components without a specimen, with the reason. */
const UNSEEN: Readonly<Record<string, string>> = {
  AddressFields: 'behind the address fields of the wallet and the security centre',
  Block: 'a switch between skeleton, content and error, which are shown',
  CurrentValue: 'the old value above a form',
  DialogBody: 'behind Dialog',
  SheetBody: 'behind Sheet',
  MenuPopup: 'behind Menu',
  PopoverPopup: 'behind Popover',
  SubmitDialog: 'a Dialog with two buttons',
  Toast: 'around the whole app',
  ToastBoard: 'behind Toast',
  EmailField: 'a Field with fixed attributes',
  Form: 'draws its fields only',
  FeedLine: 'behind every line of the chat',
  GiftIcon: 'behind every gift',
  later: 'around parts whose code comes later',
  'lazy-part': 'around parts whose code comes later',
  ListFoot: 'the end of lists that load more',
  LeadGround: 'behind the lead match and the banners that are drawn',
  JumpLink: 'a link that follows a row of the server',
  Page: 'the gallery is a page of its own',
  PageHead: 'a heading and a paragraph',
  RegionBoundary: 'shows ErrorPanel and ErrorLine',
  SectionHead: 'behind Section',
  Spinner: 'in every part that loads',
  SponsorArt: 'the drawn scenes of sponsors, on their pages',
  'use-question': 'a Question about the values of a form',
  'use-tooltip': 'behind Tooltip',
}

it('the gallery shows every component of src/ui', () => {
  const shown = projectFiles('src/gallery', ['.tsx']).map(readProjectFile).join('\n')
  const files = projectFiles('src/ui', ['.tsx'])
  const partOf = (file: string) => file.replace(/^.*\/|\.tsx$/g, '')
  expect(files.length).toBeGreaterThan(40)
  const isShown = (file: string) => shown.includes(`from '${file.replace(/^src\//, '#')}'`)
  const missing = files.filter((file) => !(partOf(file) in UNSEEN) && !isShown(file))
  expect(missing).toEqual([])
  const parts = files.map(partOf)
  expect(Object.keys(UNSEEN).filter((part) => !parts.includes(part))).toEqual([])
})
