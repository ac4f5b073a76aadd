import type { DataOf, EndpointName } from '../endpoints/table.ts'
import type { Result } from '../result.ts'
import { type MatchListView, type PackedMatchList, packMatchList, unpackMatchList } from './match-list.ts'

/** Calls whose data is reduced and packed for the page, to save work on its thread. */
interface Views {
  'live.popularList': { packed: PackedMatchList; view: MatchListView }
}

/** Data of a call on the page. */
export type ViewOf<Name extends EndpointName> = Name extends keyof Views ? Views[Name]['view'] : DataOf<Name>

/** Data of a call between worker and page. */
export type PackedOf<Name extends EndpointName> = Name extends keyof Views ? Views[Name]['packed'] : DataOf<Name>

const PACKERS: { readonly [Name in keyof Views]: (data: DataOf<Name>) => Views[Name]['packed'] } = {
  'live.popularList': packMatchList,
}

const UNPACKERS: { readonly [Name in keyof Views]: (packed: Views[Name]['packed']) => Views[Name]['view'] } = {
  'live.popularList': unpackMatchList,
}

/** Packs a result in the worker. */
export function packed<Name extends EndpointName>(name: Name, result: Result<DataOf<Name>>): Result<PackedOf<Name>> {
  return converted(PACKERS, name, result)
}

/** Unpacks a result on the page. */
export function unpacked<Name extends EndpointName>(name: Name, result: Result<PackedOf<Name>>): Result<ViewOf<Name>> {
  return converted(UNPACKERS, name, result)
}

/** Applies the function of a call, if it has one. */
function converted<To>(
  table: Partial<Record<EndpointName, (data: never) => unknown>>,
  name: EndpointName,
  result: Result<unknown>,
): Result<To> {
  const convert = table[name]
  // The types of the tables above match each function to its name.
  return (convert && result.ok ? { ...result, data: convert(result.data as never) } : result) as Result<To>
}
