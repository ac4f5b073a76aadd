/** Traits of the device and the user's motion preference. */
interface DeviceTraits {
  readonly prefersReducedMotion: boolean
  /** Gigabytes (`navigator.deviceMemory`), if the browser reports it. */
  readonly memory: number | undefined
  readonly cores: number | undefined
}

/** Returns whether effects are shown as static cards: on request, or on a weak device. */
export function isLowMotion({ prefersReducedMotion, memory, cores }: DeviceTraits): boolean {
  return prefersReducedMotion || (memory !== undefined && memory <= 2) || (cores !== undefined && cores <= 2)
}

/** Returns the traits of this device; undefined values outside of a page. */
export function deviceTraits(): Pick<DeviceTraits, 'memory' | 'cores'> {
  if (!('navigator' in globalThis)) return { memory: undefined, cores: undefined }
  const memory = 'deviceMemory' in navigator ? navigator.deviceMemory : undefined
  return { memory: typeof memory === 'number' ? memory : undefined, cores: navigator.hardwareConcurrency }
}
