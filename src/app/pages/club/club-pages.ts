/** The pages of the club in one file, because each lazy page costs bytes of the shell and members go between them. */
export { RebatePage, WelfarePage } from './ClaimPages.tsx'
export { PointsPage } from './PointsPage.tsx'
export { VipPage } from './VipPage.tsx'
