import { ArrowLeftRight, Flag, RectangleVertical, Timer } from 'lucide-react'
import { animationText } from '#messages/zh/animation.ts'
import type { MatchDetail, MatchNow } from '#state/room/room-match.ts'
import { Crest } from '#ui/art/Crest.tsx'
import styles from './CueBanner.module.css'
import type { Cue } from './scene.ts'
import type { StoryInput } from '#protocol/rules/match-story.ts'

interface CueBannerProps {
  readonly cue: Cue
  readonly kind: StoryInput['kind']
  readonly detail: MatchDetail
  readonly match: MatchNow
}

function headOf({ type, text: words }: Cue, kind: StoryInput['kind']): string {
  switch (type) {
    case 'goal':
      return animationText(`goal.${kind}`)
    case 'points':
      return words
    case 'yellow-card':
      return animationText('yellowCard')
    case 'red-card':
      return animationText('redCard')
    case 'substitution':
      return animationText('substitution')
    case 'corner':
      return animationText('corner')
    case 'whistle':
      return animationText('whistle')
  }
}

function Mark({ type }: { readonly type: Cue['type'] }) {
  if (type === 'yellow-card' || type === 'red-card') return <RectangleVertical className={styles.card} size={22} />
  if (type === 'substitution') return <ArrowLeftRight size={20} />
  if (type === 'corner') return <Flag size={20} />
  return <Timer size={20} />
}

/** The latest event over the field; emphasized for a goal. */
export function CueBanner({ cue, kind, detail, match }: CueBannerProps) {
  const { team1, team2, team1_logo: logo1, team2_logo: logo2 } = detail.match
  const isGoal = cue.type === 'goal' || cue.type === 'points'
  const team = cue.side === 'home' ? team1 : team2
  return (
    <div className={styles.banner} data-type={cue.type} data-side={cue.side} data-loud={isGoal || undefined}>
      {isGoal ? <Crest team={team} src={cue.side === 'home' ? logo1 : logo2} size={36} /> : <Mark type={cue.type} />}
      <span className={styles.words}>
        <b>{headOf(cue, kind)}</b>
        <span dir="auto">{cue.type === 'points' ? team : cue.text}</span>
      </span>
      {isGoal && (
        <span className={styles.score}>
          {match.homeScore} : {match.guestScore}
        </span>
      )}
    </div>
  )
}
