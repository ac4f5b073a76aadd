import type { DataOf } from '#protocol/endpoints/table.ts'
import { loadScript } from '#lib/browser/load-script.ts'

export type SliderConfig = DataOf<'afs.config'>

/** The proof of a passed slider, in the vendor's field names. */
export interface SliderProof {
  readonly sessionId: string
  readonly sig: string
  readonly token: string
}

export interface SliderEvents {
  readonly onPassed: (proof: SliderProof) => void
  /** The drag was rejected; the slider was reset. */
  readonly onFailed: () => void
  /** The slider does not work. `reason` is a sentence without its full stop. */
  readonly onBroken: (reason?: string) => void
}

/** A vendor's slider: renders itself into an element and reports events. */
interface VendorSlider {
  /**
   * `holderId` is the id of an empty element, `width` its width in pixels. Returns the function that resets the slider.
   */
  begin(holderId: string, width: number, events: SliderEvents): () => void
}

interface VendorWidget {
  reset(): void
}

export interface VendorModule {
  init(options: {
    appkey: string
    scene: string
    renderTo: string
    width: number
    language: string
    success: (proof: SliderProof) => void
    fail: (code: unknown) => void
    error: (code: unknown) => void
  }): VendorWidget
}

declare global {
  interface Window {
    /** Set by the vendor's script. */
    AWSC?: { use(name: 'nc', ready: (state: string, module: VendorModule) => void): void }
  }
}

/** Loads the vendor's script and module. Rejects if either fails. */
export async function loadSlider({ scriptUrl, appkey, scene }: SliderConfig): Promise<VendorSlider> {
  await loadScript(scriptUrl)
  const vendor = window.AWSC
  if (!vendor) throw new Error('the script defines nothing')
  const module = await new Promise<VendorModule>((resolve, reject) => {
    vendor.use('nc', (state, found) => (state === 'loaded' ? resolve(found) : reject(new Error(`module ${state}`))))
  })
  return {
    begin(holderId, width, { onPassed, onFailed, onBroken }) {
      const widget = module.init({
        appkey,
        scene,
        renderTo: holderId,
        width,
        language: 'cn',
        success: ({ sessionId, sig, token }) => onPassed({ sessionId, sig, token }),
        fail: () => {
          widget.reset()
          onFailed()
        },
        error: () => onBroken(),
      })
      return () => widget.reset()
    },
  }
}
