import type { AccessConfig } from '#server/config/config.ts'

/** Access rules that refuse nobody. */
export const OPEN_ACCESS: AccessConfig = {
  maintenanceUntil: null,
  blockedAddresses: [],
  restrictedAddresses: [],
  caveatAddresses: [],
}
