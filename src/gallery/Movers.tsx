import type { Banner } from '#protocol/endpoints/site.ts'
import { DrawnBanner } from '#features/banner/DrawnBanner.tsx'
import { ExportCard, ScoreFace } from '#ui/art/ExportCard.tsx'
import { GameArt, type GameArtName } from '#ui/art/GameArt.tsx'
import { QrCode } from '#ui/art/QrCode.tsx'
import { ServiceArt } from '#ui/art/ServiceArt.tsx'
import { BasketballIcon, FootballIcon, ReelsIcon } from '#ui/art/SportIcon.tsx'
import { BackLink } from '#ui/button/BackLink.tsx'
import { Carousel } from '#ui/page/Carousel.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { ErrorLine } from '#ui/state/ErrorLine.tsx'
import { Marquee } from '#ui/text/Marquee.tsx'
import styles from './gallery.module.css'
import { Specimen } from './Specimen.tsx'

const GAMES: readonly GameArtName[] = ['seats', 'scarf', 'whistle', 'fish', 'cards', 'lamp']

const banner = (id: string, title: string): Banner => ({
  id,
  title,
  img: '',
  imgH5: '',
  jumpType: 1,
  jumpUrl: '/app/live',
  start: 0,
  end: 0,
})
const BANNERS = [banner('b1', '周六夜，听一场德比'), banner('b2', '海岸杯四强出炉')]

const LINES = ['11 月 23 日 04:00 至 06:00 例行维护', '恭喜 巷**铺 猜中三场比分', '理性观赛，量力而行']
const RUN = LINES.map((content, index) => ({ id: `line-${index}`, copy: 0, content }))

/** Animated components and exported pictures. */
// oxlint-disable-next-line max-lines-per-function -- a list of specimens
export function Movers() {
  return (
    <>
      <Specimen title="横幅" isWide>
        <div className={styles.banner}>
          <Carousel
            label="横幅"
            slides={BANNERS.map((each) => ({
              id: each.id,
              label: each.title,
              content: <DrawnBanner banner={each} about="北港联 对 南屿，看台已坐满八成" />,
            }))}
          />
        </div>
      </Specimen>
      <Specimen title="走马灯" isWide>
        <div>
          <Marquee label="公告" pauseLabel="暂停" playLabel="继续" run={RUN} />
        </div>
      </Specimen>
      <Specimen title="一行的错">
        <Panel className={styles.pad}>
          <ErrorLine
            message="场馆加载失败"
            failure={{ code: 1_000_023, traceId: '7f3a-91c2-e0d4' }}
            isRetrying={false}
            onRetry={() => undefined}
          />
        </Panel>
      </Specimen>
      <Specimen title="游戏与项目">
        {GAMES.map((art) => (
          <GameArt key={art} art={art} size={48} />
        ))}
        <FootballIcon />
        <BasketballIcon />
        <ReelsIcon />
        <ServiceArt />
        <BackLink to="/gallery">回资讯</BackLink>
      </Specimen>
      <Specimen title="存成图片">
        <div className={styles.export}>
          <ExportCard
            note="海岸联赛 · 第 18 轮"
            foot={<QrCode text="https://example.com/s/abcdefghij" size={96} label="直播间的二维码" />}
          >
            <ScoreFace
              home="北港联"
              away="南屿"
              homeLogo="/art/crest-beigang.svg"
              awayLogo="/art/crest-nanyu.svg"
              score={{ home: 2, away: 1 }}
              clock="下半场 67′"
            />
          </ExportCard>
        </div>
      </Specimen>
    </>
  )
}
