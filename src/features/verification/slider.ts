import type { DataOf } from '#protocol/endpoints/table.ts'
import { loadScript } from '#lib/load-script.ts'

export type SliderConfig = DataOf<'afs.config'>

/** What a slider gives when it is passed; the vendor's own names. */
export interface SliderProof {
  readonly sessionId: string
  readonly sig: string
  readonly token: string
}

export interface SliderEvents {
  readonly onPassed: (proof: SliderProof) => void
  /** The drag was not believed; the slider has been set back. */
  readonly onFailed: () => void
  /** It does not work at all. `reason` is a sentence without its stop. */
  readonly onBroken: (reason?: string) => void
}

/** A vendor's slider in the page: draws itself into an element and says how it went. */
export interface VendorSlider {
  /** `holderId` is the id of an empty element, `width` its width in pixels. Returns how to set the slider back. */
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
    /** Left by the vendor's script. */
    AWSC?: { use(name: 'nc', ready: (state: string, module: VendorModule) => void): void }
  }
}

/** Loads the vendor's script and module. Rejects where either cannot be had. */
export async function loadSlider({ scriptUrl, appkey, scene }: SliderConfig): Promise<VendorSlider> {
  await loadScript(scriptUrl)
  const vendor = window.AWSC
  if (!vendor) throw new Error('the script has left nothing')
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
