/** What a browser says of its machine and its reader. */
export interface DeviceTraits {
  readonly prefersReducedMotion: boolean
  /** Gigabytes, where the browser tells (`navigator.deviceMemory`). */
  readonly memory: number | undefined
  readonly cores: number | undefined
}

/** Whether effects are shown as cards that stand still: less motion is wished, or the machine has enough to do. */
export function isLowMotion({ prefersReducedMotion, memory, cores }: DeviceTraits): boolean {
  return prefersReducedMotion || (memory !== undefined && memory <= 2) || (cores !== undefined && cores <= 2)
}

/** The machine that this page runs on; nothing is known of it outside of a page. */
export function deviceTraits(): Pick<DeviceTraits, 'memory' | 'cores'> {
  if (!('navigator' in globalThis)) return { memory: undefined, cores: undefined }
  const memory = 'deviceMemory' in navigator ? navigator.deviceMemory : undefined
  return { memory: typeof memory === 'number' ? memory : undefined, cores: navigator.hardwareConcurrency }
}
