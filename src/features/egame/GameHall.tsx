import { useAtomValue } from 'jotai'
import { Heart, Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { stakesIn } from '#protocol/games/round.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import { GAME_TAGS } from '#protocol/games/catalogue.ts'
import { isVenueOpen } from '#protocol/rules/venue.ts'
import { classNames } from '#lib/class-names.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { egameText } from '#messages/zh/egame.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { loginPath } from '#state/session/login-path.ts'
import { isLikelyMemberAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { GameArt } from '#ui/art/GameArt.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { cardLink } from '#ui/button/card-link.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Section } from '#ui/page/Section.tsx'
import type { BlockData } from '#ui/state/Block.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import styles from './GameHall.module.css'
import {
  gameKey,
  HALL_TABS,
  type HallFilter,
  type HallGame,
  readHallFilter,
  shownGames,
  withHallFilter,
} from './hall-filter.ts'
import { useFavouriteGames, useRecentGames } from './use-own-games.ts'

const NO_PARAMS = {}
const NO_FILTER = { brand: '', tag: null, keyword: '' } as const
const EXPECTED_GAMES = 5

/** Path of a game; visitors play the demo. */
function gamePath({ venueEnName, gameId }: Pick<HallGame, 'venueEnName' | 'gameId'>, isDemo: boolean): string {
  return `/app/game/${venueEnName}/${gameId}${isDemo ? '?demo=1' : ''}`
}

/** The games of a bundled venue by tab, brand, tag and name (S7.59 to S7.62). The URL has the filter. */
export function GameHall({ venueEnName }: { readonly venueEnName: string }) {
  const [search, setSearch] = useSearchParams()
  const filter = readHallFilter(search)
  const change = (next: Partial<HallFilter>) =>
    setSearch((before) => withHallFilter(before, { ...readHallFilter(before), ...next }), { replace: true })
  return (
    <Tabs value={filter.tab} onValueChange={(tab) => change({ tab })}>
      <Section
        title={egameText('games')}
        tabs={
          <TabList
            label={egameText('tabs')}
            items={HALL_TABS.map((value) => ({ value, label: egameText(`tab.${value}`) }))}
          />
        }
      >
        <FilterForm filter={filter} onChange={change} />
        <TabPanel value={filter.tab}>
          <HallGames venueEnName={venueEnName} filter={filter} onReset={() => change(NO_FILTER)} />
        </TabPanel>
      </Section>
    </Tabs>
  )
}

interface FilterFormProps {
  readonly filter: HallFilter
  readonly onChange: (change: Partial<HallFilter>) => void
}

function FilterForm({ filter: { keyword, brand, tag }, onChange }: FilterFormProps) {
  const { data } = useCachedData('brand.list', NO_PARAMS)
  const brands = data?.list ?? []
  return (
    <search className={styles.filters}>
      <Field
        label={egameText('search')}
        type="search"
        value={keyword}
        maxLength={24}
        onValueChange={(value) => onChange({ keyword: value })}
        placeholder={egameText('searchHint')}
        icon={<Search size={16} aria-hidden="true" />}
        autoComplete="off"
      />
      <SelectField
        label={egameText('brand')}
        value={brand}
        options={[
          { value: '', label: egameText('brand.all') },
          ...brands.map((one) => ({
            value: one.brand,
            label: egameText('brand.count', { name: one.name, count: one.games }),
          })),
        ]}
        onValueChange={(value) => onChange({ brand: value })}
      />
      <Choices
        label={egameText('tag')}
        value={tag}
        choices={[
          { value: null, label: egameText('tag.all') },
          ...GAME_TAGS.map((value) => ({ value, label: egameText(`tag.${value}`) })),
        ]}
        onChange={(value) => onChange({ tag: value })}
      />
    </search>
  )
}

interface HallGamesProps {
  readonly venueEnName: string
  readonly filter: HallFilter
  readonly onReset: () => void
}

function HallGames({ venueEnName, filter, onReset }: HallGamesProps) {
  const isMember = useAtomValue(isLikelyMemberAtom)
  const games = useCachedData('egame.list', { venueEnName })
  const recent = useRecentGames(venueEnName, filter.tab === 'recent')
  const favourites = useFavouriteGames()
  const own = { recent: (recent.data?.list ?? []).map(({ title }) => title), favourites: favourites.keys }
  const isOwn = filter.tab === 'favourites' || filter.tab === 'recent'
  if (isOwn && !isMember) return <SignInFirst />
  const query: BlockData<unknown> =
    games.data === null || !isOwn ? games : filter.tab === 'recent' ? recent : favourites.query
  return (
    <Loaded query={query} title={egameText('failed')} skeleton={<GamesSkeleton />}>
      {() => (
        <GameGrid
          games={shownGames(games.data?.list ?? [], filter, own)}
          favourites={favourites.keys}
          onFavourite={(game) => void favourites.toggle(game)}
          empty={<NoGames filter={filter} onReset={onReset} />}
        />
      )}
    </Loaded>
  )
}

interface GameGridProps {
  readonly games: readonly HallGame[]
  readonly favourites: readonly string[]
  readonly onFavourite: (game: HallGame) => void
  readonly empty: ReactNode
}

function GameGrid({ games, favourites, onFavourite, empty }: GameGridProps) {
  return (
    <>
      <output className="visually-hidden">{egameText('found', { count: games.length })}</output>
      {games.length === 0 ? (
        empty
      ) : (
        <ul className={styles.games}>
          {games.map((game) => (
            <GameCard
              key={gameKey(game)}
              game={game}
              isFavourite={favourites.includes(gameKey(game))}
              onFavourite={() => onFavourite(game)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface GameCardProps {
  readonly game: HallGame
  readonly isFavourite: boolean
  readonly onFavourite: () => void
}

/** A game. Its name leads to it; visitors get the demo. */
function GameCard({ game, isFavourite, onFavourite }: GameCardProps) {
  const isMember = useAtomValue(isLikelyMemberAtom)
  const titleId = useId()
  const { name, art, status, rtp, minStake, maxStake, rounds } = game
  const isOpen = isVenueOpen(status)
  const { currency } = useAtomValue(siteAtom)
  const stakes = stakesIn(currency, { min: minStake, max: maxStake })
  const [min, max] = [stakes.min, stakes.max].map((amount) => formatMoney(amount, CURRENCIES[currency]))
  return (
    <li className={classNames(styles.card, !isOpen && styles.closed)}>
      <div className={styles.picture}>
        <GameArt art={art} size={72} />
        {game.poolId !== null && (
          <span className={styles.pool}>
            <Badge tone="coin">{egameText('pool.badge')}</Badge>
          </span>
        )}
      </div>
      <div className={styles.body}>
        <h3 className={styles.name} id={titleId}>
          {isOpen ? (
            <Link className={cardLink} to={gamePath(game, !isMember)}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <p className={styles.facts}>
          <span>{egameText('rtp', { rtp: (rtp / 10_000).toFixed(2) })}</span>
          <span>{egameText('limits', { min: min ?? '', max: max ?? '' })}</span>
          <span>{egameText('rounds', { count: formatCount(rounds) })}</span>
        </p>
        {isOpen ? (
          <Link
            className={classNames(buttonClass({ size: 'small' }), styles.demo)}
            to={gamePath(game, true)}
            aria-label={egameText('demoOf', { name })}
          >
            {egameText('demo')}
          </Link>
        ) : (
          <Badge>{egameText('maintenance')}</Badge>
        )}
      </div>
      <Favourite name={name} isMember={isMember} isOn={isFavourite} onPress={onFavourite} />
    </li>
  )
}

interface FavouriteProps {
  readonly name: string
  readonly isMember: boolean
  readonly isOn: boolean
  readonly onPress: () => void
}

/** 收藏. Visitors are sent to sign-in and return. */
function Favourite({ name, isMember, isOn, onPress }: FavouriteProps) {
  const signIn = useLoginPath()
  const label = egameText(isOn ? 'favourite.on' : 'favourite.add', { name })
  if (!isMember) {
    return (
      <Link className={styles.favourite} to={signIn} aria-label={label}>
        <Heart size={20} aria-hidden="true" />
      </Link>
    )
  }
  return (
    <IconButton
      className={classNames(styles.favourite, isOn && styles.on)}
      label={label}
      icon={<Heart size={20} />}
      isPressed={isOn}
      onClick={onPress}
    />
  )
}

function useLoginPath(): string {
  const { skin } = useAtomValue(siteAtom)
  const { pathname, search } = useLocation()
  return loginPath(skin, pathname + search)
}

function SignInFirst() {
  return (
    <Panel>
      <EmptyState
        title={egameText('visitor')}
        text={egameText('visitorText')}
        action={
          <Link className={buttonClass({ kind: 'primary' })} to={useLoginPath()}>
            {egameText('signIn')}
          </Link>
        }
      />
    </Panel>
  )
}

function NoGames({ filter, onReset }: Pick<HallGamesProps, 'filter' | 'onReset'>) {
  const { tab, keyword, brand, tag } = filter
  const isFiltered = keyword !== '' || brand !== '' || tag !== null
  return (
    <Panel>
      {isFiltered ? (
        <EmptyState
          scene="search"
          title={egameText('none')}
          text={egameText('noneText')}
          action={<Button onClick={onReset}>{egameText('reset')}</Button>}
        />
      ) : (
        <EmptyState title={egameText(`empty.${tab}`)} text={egameText(`nothing.${tab}`)} />
      )}
    </Panel>
  )
}

function GamesSkeleton() {
  return (
    <Loading className={styles.games}>
      {Array.from({ length: EXPECTED_GAMES }, (_, index) => (
        <div key={index} className={styles.card}>
          <Skeleton height="112px" shape="plate" />
          <div className={styles.body}>
            <Skeleton width="60%" />
            <Skeleton width="90%" />
            <Skeleton width="72px" height="32px" shape="plate" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
