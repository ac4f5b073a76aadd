import { useAtomValue } from 'jotai'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { useCachedData } from '../data/use-cached-data.ts'
import { siteConfigAtom } from './site-config.ts'

interface PhoneCountries {
  /** Otherwise only numbers of the mainland. */
  readonly isOverseasAllowed: boolean
  /** The countries of the site (S7.33), once they are loaded. */
  readonly countries?: DataOf<'site.countries'>['list']
}

/** Countries whose phone numbers the site accepts: properties of a phone field. */
export function usePhoneCountries(): PhoneCountries {
  const isOverseasAllowed = useAtomValue(siteConfigAtom).overseasMobileSwitch === 1
  const { data } = useCachedData('site.countries', isOverseasAllowed ? {} : null)
  return { isOverseasAllowed, ...(data && { countries: data.list }) }
}
