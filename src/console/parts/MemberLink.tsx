import { Link } from 'react-router-dom'
import { isolated } from '#messages/bidi.ts'
import { useConsole } from '../session.tsx'

/** The name of a member; a link to the page of the member for operators who may open it. */
export function MemberLink({ userId, name }: { readonly userId: string; readonly name: string }) {
  const { can } = useConsole()
  return can('member.get') ? <Link to={`/console/people/${userId}`}>{isolated(name)}</Link> : isolated(name)
}
