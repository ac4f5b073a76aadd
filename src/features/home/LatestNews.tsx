import { formatAgo } from '#lib/format.ts'
import { homeText } from '#messages/zh/home.ts'
import { articlePath } from '#lib/room-path.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Block } from '#ui/state/Block.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './LatestNews.module.css'

const SHOWN = 4
const PLACES = [1, 2, 3, 4] as const

/** 场边消息: the newest articles. */
export function LatestNews({ now }: { readonly now: number }) {
  const query = useCachedData('news.list', { category: 'all', pageNum: 1 })
  return (
    <Block
      name={homeText('news.title')}
      query={query}
      failed={homeText('news.failed')}
      skeleton={
        <Panel title={homeText('news.title')}>
          {PLACES.map((place) => (
            <div key={place} className={styles.item}>
              <Skeleton width="80%" />
              <Skeleton width="35%" height="12px" />
            </div>
          ))}
        </Panel>
      }
      isEmpty={({ list }) => list.length === 0}
    >
      {({ list }) => (
        <Panel title={homeText('news.title')} aside={<MoreLink to="/app/news">{homeText('news.more')}</MoreLink>}>
          <Rows>
            {list.slice(0, SHOWN).map(({ id, title, kicker, publishedAt }) => (
              <Row key={id} title={title} note={`${kicker} · ${formatAgo(publishedAt, now)}`} to={articlePath(id)} />
            ))}
          </Rows>
        </Panel>
      )}
    </Block>
  )
}
