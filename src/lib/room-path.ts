export function roomPath(eid: string): string {
  return `/app/live/${encodeURIComponent(eid)}`
}

export function teamPath(id: string): string {
  return `/app/team/${encodeURIComponent(id)}`
}

export function leaguePath(id: string): string {
  return `/app/league/${encodeURIComponent(id)}`
}

export function anchorPath(id: string): string {
  return `/app/anchor/${encodeURIComponent(id)}`
}

export function articlePath(id: string): string {
  return `/app/news/${encodeURIComponent(id)}`
}
