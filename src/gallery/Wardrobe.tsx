import { SKIN_LAYOUT, SKINS } from '#protocol/sites.ts'
import { commonText } from '#messages/zh/common.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { Logo } from '#ui/art/Logo.tsx'
import { Scene } from '#ui/art/Scene.tsx'
import { Stand } from '#ui/art/Stand.tsx'
import { VenueArt } from '#ui/art/VenueArt.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { LiveBadge, VipBadge } from '#ui/text/Badge.tsx'
import { Specimen } from './Specimen.tsx'
import styles from './Wardrobe.module.css'

/** Components in all seven skins side by side. */
export function Wardrobe() {
  return (
    <Specimen title="七套皮肤" isWide>
      <div className={styles.rail}>
        {SKINS.map((skin) => (
          <div key={skin} className={styles.hanger} data-skin={skin} data-layout={SKIN_LAYOUT[skin]}>
            <Logo height={28} />
            <h3 className={styles.name}>{commonText(`skin.${skin}`)}</h3>
            <Panel isLead className={styles.card}>
              <p className={styles.head}>
                <LiveBadge />
                海岸联赛
              </p>
              <p className={styles.team}>
                <Crest team="北港联" src="/art/crest-beigang.svg" size={24} />
                北港联<b>2</b>
              </p>
              <p className={styles.team}>
                <Crest team="南屿" src="/art/crest-nanyu.svg" size={24} />
                南屿<b>1</b>
              </p>
            </Panel>
            <Panel title={`${commonText(`skin.${skin}`)}的框`} className={styles.body}>
              <p className={styles.line}>
                <VipBadge level={2} /> 麦田守门员：身位拉得太好了
              </p>
            </Panel>
            <div className={styles.buttons}>
              <Button kind="primary">进入直播间</Button>
              <Button kind="reminder">预约</Button>
            </div>
            <div className={styles.venues}>
              {(['sport', 'casino', 'egame', 'esports', 'fishing', 'chess'] as const).map((venue) => (
                <VenueArt key={venue} venue={venue} size={32} />
              ))}
            </div>
            <Stand crowd="full" />
            {(['search', 'news', 'offline', 'closed', 'mail'] as const).map((name) => (
              <Scene key={name} name={name} />
            ))}
          </div>
        ))}
      </div>
    </Specimen>
  )
}
