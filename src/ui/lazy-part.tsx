import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'

export interface LazyPartOptions<Props> {
  /** Stands in the place while the code is on its way; nothing by default. */
  readonly Waiting?: ComponentType<Props>
  /** Stands there when the code could not be fetched. */
  readonly Missing: ComponentType<Props>
}

interface Stage<Props> {
  readonly Part: ComponentType<Props> | null
  readonly hasFailed: boolean
}

/**
 * A part of a page whose code comes later, and which the page can do without. React's `lazy` keeps a rejection for as
 * long as the page lives and throws it at everything around; here the rest stays, and the code is asked for again when
 * the part is shown anew or the network returns.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, Missing }: LazyPartOptions<Props>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  return function LazyPart(props: Props) {
    const [{ Part, hasFailed }, setStage] = useState<Stage<Props>>(() => ({ Part: known, hasFailed: false }))
    useEffect(() => {
      if (Part !== null) return
      let isWanted = true
      const ask = async () => {
        try {
          known = await load()
        } catch {
          // Said by what stands in the place.
        }
        if (isWanted) setStage({ Part: known, hasFailed: known === null })
      }
      const askAgain = () => void ask()
      askAgain()
      window.addEventListener('online', askAgain)
      return () => {
        isWanted = false
        window.removeEventListener('online', askAgain)
      }
    }, [Part])
    if (Part !== null) return <Part {...props} />
    if (hasFailed) return <Missing {...props} />
    return Waiting ? <Waiting {...props} /> : null
  }
}
