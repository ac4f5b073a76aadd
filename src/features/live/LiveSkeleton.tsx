import { classNames } from '#lib/class-names.ts'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './LiveSkeleton.module.css'
import card from './MatchCard.module.css'
import cover from './MatchCover.module.css'
import foot from './MatchFoot.module.css'
import section from './MatchSection.module.css'
import teams from './MatchTeams.module.css'

const CARDS = [1, 2, 3, 4, 5, 6] as const

/** Skeleton of the lead match. */
export function LeadSkeleton() {
  return (
    <Loading>
      <div className={styles.lead} />
    </Loading>
  )
}

/** Skeleton of the list, with the classes of its cards. */
export function LiveSkeleton() {
  return (
    <Loading>
      <div className={section.cells}>
        <div className={section.grid}>
          {CARDS.map((each) => (
            <div key={each} className={card.card}>
              <div className={classNames(card.body, card.covered)}>
                <span className={classNames(cover.cover, card.cover)} />
                <div className={card.head}>
                  <Skeleton width="120px" />
                </div>
                <div className={classNames(card.subject, teams.teams)}>
                  <Line width="106px" />
                  <Line width="82px" />
                </div>
                <div className={classNames(foot.foot, card.foot)}>
                  <Skeleton width="96px" />
                  <Skeleton width="88px" height="28px" shape="plate" />
                </div>
              </div>
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}

function Line({ width }: { readonly width: string }) {
  return (
    <div className={teams.line}>
      <Skeleton width="28px" height="28px" shape="circle" />
      <Skeleton width={width} />
      <Skeleton width="20px" height="22px" />
    </div>
  )
}
