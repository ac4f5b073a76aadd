import { type ReactNode, useEffect, useState } from 'react'
import type { ActivityStep } from '#protocol/endpoints/activity.ts'
import { activityText } from '#messages/zh/activity.ts'
import styles from './DrawProof.module.css'
import type { ActivityData } from './activity-parts.ts'

interface DrawProofProps {
  readonly draw: ActivityData['draw']
  /** The draw that was just made. */
  readonly last: ActivityStep | null
  readonly weights: readonly number[]
}

/** The hash of the next draw, and the last draw computed again in this browser by the functions of the games. */
export function DrawProof({ draw, last, weights }: DrawProofProps) {
  return (
    <Proof>
      {draw && <ProofLine label={activityText('proof.next')} value={draw.commitment} />}
      {last && (
        <>
          <ProofLine label={activityText('proof.commitment')} value={String(last.data['commitment'])} />
          <ProofLine label={activityText('proof.seed')} value={String(last.data['seed'])} />
          <ProofLine label={activityText('proof.memberSeed')} value={String(last.data['memberSeed'])} />
          <Checked last={last} weights={weights} />
        </>
      )}
    </Proof>
  )
}

/** The closed section that explains how a draw can be checked. */
export function Proof({ children }: { readonly children: ReactNode }) {
  return (
    <details className={styles.proof}>
      <summary>{activityText('proof.title')}</summary>
      <p>{activityText('proof.text')}</p>
      {children}
    </details>
  )
}

export function ProofLine({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p>
      {label}
      <code>{value}</code>
    </p>
  )
}

function Checked({ last, weights }: { readonly last: ActivityStep; readonly weights: readonly number[] }) {
  const [isRight, setRight] = useState<boolean | null>(null)
  useEffect(() => {
    let isCurrent = true
    const check = async () => {
      // Hash functions are no part of the page's first load.
      const [{ commitmentOf, seededDraw }, { drawPrize }] = await Promise.all([
        import('#protocol/games/draw.ts'),
        import('#protocol/activities/chance.ts'),
      ])
      const { seed, memberSeed, nonce, drawn, commitment } = last.data
      const draw = seededDraw({ server: String(seed), member: String(memberSeed), nonce: Number(nonce) })
      const index = drawPrize(
        weights.map((weight) => ({ weight })),
        draw,
      )
      if (isCurrent) setRight(commitmentOf(String(seed)) === commitment && index === drawn)
    }
    void check()
    return () => {
      isCurrent = false
    }
  }, [last, weights])
  return <ProofVerdict isRight={isRight} />
}

/** Result of the check; nothing before it. */
export function ProofVerdict({ isRight }: { readonly isRight: boolean | null }) {
  if (isRight === null) return null
  return <output className={styles.verdict}>{activityText(isRight ? 'proof.right' : 'proof.wrong')}</output>
}
