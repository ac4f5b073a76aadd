/**
 * Returns whether a release satisfies an `engines` range: `||`, spaces, `>= > <= < ^ ~ =`, full and partial versions
 * (`20`, `4.x`, `*`). Pre-releases are not supported.
 *
 * @throws if a part of the range is not understood.
 */
export function satisfies(version: string, range: string): boolean {
  const release = numbersOf(version)
  return range
    .split('||')
    .some((alternative) => comparatorsOf(alternative).every(([operator, bound]) => holds(release, operator, bound)))
}

type Release = readonly [number, number, number]

function comparatorsOf(alternative: string): [string, string][] {
  const parts = alternative.trim().replaceAll(/([<>=^~])\s+/g, '$1')
  if (parts === '') return []
  return parts.split(/\s+/).map((part) => {
    const match = /^(>=|<=|>|<|\^|~|=|)v?(\*|x|\d+(?:\.(?:\d+|x|\*)){0,2})$/.exec(part)
    if (match === null) throw new Error(`cannot read "${part}" of the range "${alternative}"`)
    return [match[1] ?? '', match[2] ?? '']
  })
}

function holds(release: Release, operator: string, bound: string): boolean {
  const given = bound.split('.').filter((part) => /^\d+$/.test(part)).length
  const low = numbersOf(bound)
  const isAtLeast = compare(release, low) >= 0
  switch (operator) {
    case '>=':
      return isAtLeast
    case '<':
      return !isAtLeast
    case '>':
      return compare(release, given === 3 ? next(low, 2) : next(low, given - 1)) >= 0
    case '<=':
      return compare(release, next(low, given - 1)) < 0
    case '^':
      return (
        isAtLeast &&
        compare(
          release,
          next(
            low,
            Math.max(
              0,
              low.findIndex((part) => part > 0),
            ),
          ),
        ) < 0
      )
    case '~':
      return isAtLeast && compare(release, next(low, given === 1 ? 0 : 1)) < 0
    default:
      return given === 0 || (isAtLeast && compare(release, next(low, given - 1)) < 0)
  }
}

function numbersOf(version: string): Release {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0)
  return [major, minor, patch]
}

/** The lowest release above all that have the same parts up to `position`. */
function next(release: Release, position: number): Release {
  const [major, minor, patch] = release
  if (position <= 0) return [major + 1, 0, 0]
  return position === 1 ? [major, minor + 1, 0] : [major, minor, patch + 1]
}

function compare(left: Release, right: Release): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}
