import type { DataOf, EndpointName } from '../endpoints/table.ts'
import type { Result } from '../result.ts'
import type { MatchListView, PackedMatchList } from './match-list.ts'
import { packMatchList, unpackMatchList } from './match-list.ts'

/** Calls whose answers the page gets as a view: less than the row, in a form that costs its thread little. */
interface Views {
  'live.popularList': { packed: PackedMatchList; view: MatchListView }
}

/** What a screen gets from a call. */
export type ViewOf<Name extends EndpointName> = Name extends keyof Views ? Views[Name]['view'] : DataOf<Name>

/** The same while it crosses the thread border. */
export type PackedOf<Name extends EndpointName> = Name extends keyof Views ? Views[Name]['packed'] : DataOf<Name>

const PACKERS: { readonly [Name in keyof Views]: (data: DataOf<Name>) => Views[Name]['packed'] } = {
  'live.popularList': packMatchList,
}

const UNPACKERS: { readonly [Name in keyof Views]: (packed: Views[Name]['packed']) => Views[Name]['view'] } = {
  'live.popularList': unpackMatchList,
}

/** In the worker: the answer of a call as it goes to the page. */
export function packed<Name extends EndpointName>(name: Name, result: Result<DataOf<Name>>): Result<PackedOf<Name>> {
  return changed(PACKERS, name, result)
}

/** On the page: the answer of a call as the screen gets it. */
export function unpacked<Name extends EndpointName>(name: Name, result: Result<PackedOf<Name>>): Result<ViewOf<Name>> {
  return changed(UNPACKERS, name, result)
}

/** Applies the table's function of a name; answers of names that are not in it are what they were. */
function changed<To>(
  table: Partial<Record<EndpointName, (data: never) => unknown>>,
  name: EndpointName,
  result: Result<unknown>,
): Result<To> {
  const change = table[name]
  // The tables above hold each function to the types of its own name.
  return (change && result.ok ? { ...result, data: change(result.data as never) } : result) as Result<To>
}
