import { timeOfSiteDay } from '#protocol/time.ts'
import { type Article } from './article.ts'

interface Feature {
  readonly key: string
  readonly category: Article['category']
  readonly title: string
  readonly summary: string
  readonly img: string
  readonly paragraphs: readonly string[]
}

/** Articles without a match. One is published each day, in turn. */
const FEATURES: readonly Feature[] = [
  {
    key: 'derby',
    category: 'football',
    title: '两座灯塔之间：海岸德比的来历',
    summary: '北港和南屿隔着一道海峡，九十年前的一场友谊赛因为涨潮只踢了半场。',
    img: '/art/crest-nanyu.svg',
    paragraphs: [
      '北港和南屿隔着一道海峡。九十年前两地的船工约了一场球，踢到一半潮水上来，大家抱着球门往岸上跑。',
      '从那以后，每年都要把“那半场”补上。灯塔在开球前亮一下，是这项比赛最早的开场哨。',
      '比分也记得有意思：老册子上没有胜负，只写着“潮高三尺，改日再战”。后来两边的球迷都说那一场是自己赢了，谁也拿不出证据。',
      '如今两队都有了正式的球场，老人们还是习惯问一句：今天几点涨潮？',
      '今晚开球前，北港体育场会把灯关掉十秒，只留一盏。第一次来的人以为停电，旁边的人会告诉你：别急，等灯塔。',
    ],
  },
  {
    key: 'academy',
    category: 'football',
    title: '清河青训：一块泥地走出来的后卫线',
    summary: '没有草皮的训练场，教会孩子们的第一件事是站稳。',
    img: '/art/crest-qinghe.svg',
    paragraphs: [
      '清河的老训练场没有草皮，雨后就是一片泥。教练说，在泥地里先要学会站稳，站稳了才谈得上抢断。',
      '这条如今全队最让人放心的后卫线，有三个人在同一块泥地上长大。',
      '其中一位记得，十二岁那年他因为抢断时总是滑倒，被罚去给场地挑水。挑了一个夏天，腰上有了力气，滑倒的换成了别人。',
      '今年清河新修了草皮，教练却把泥地留下了一半。他说草皮教人怎么快，泥地教人怎么慢，两样都得会。',
    ],
  },
  {
    key: 'hall',
    category: 'basketball',
    title: '铁路工人文化宫的木地板',
    summary: '换了三次灯，一次篮架，地板还是当年那一块。',
    img: '/art/crest-tielu.svg',
    paragraphs: [
      '文化宫的灯换过三次，篮架换过一次，木地板还是当年铺的那一块，走上去会响。',
      '客队不习惯这个声音，主队却靠它判断队友的脚步。',
      '铁路队的老球迷能听出是谁在跑：后卫的脚步碎，中锋的脚步沉，教练急了会在边线上来回走，那一块响得最厉害。',
      '文化宫去年想换新地板，施工队都进场了，球迷把旧木板编了号，一块一块搬到走廊里等着。最后只换了底下的龙骨，面板原样铺回去。',
    ],
  },
  {
    key: 'ice',
    category: 'basketball',
    title: '松江冰城馆：零下二十度的排队',
    summary: '窗口还没开，队伍已经绕了馆外半圈。',
    img: '/art/crest-songjiang.svg',
    paragraphs: [
      '冬天的冰城馆外面零下二十度，开票前的队伍能绕半圈。有人带着保温壶，倒给前后不认识的人。',
      '馆里暖和，声音也大。客队的罚球在这里总要难一点。',
      '有一年暖气坏了，看台上的人把围巾接成一条，从这头传到那头。那场松江落后十五分追回来，赛后没人记得比分，都记得围巾。',
    ],
  },
  {
    key: 'patch',
    category: 'esports',
    title: '群星杯换新版本，谁睡得最少',
    summary: '版本更新到正式比赛只有四天，训练室的灯亮到后半夜。',
    img: '/art/crest-xinghuo.svg',
    paragraphs: [
      '新版本改动了野区资源，四支队伍只有四天时间。星火的训练室贴着一张纸：两点以前必须关灯。',
      '数据分析师说，练得最久的队伍首周成绩并不最好，睡得好的那一支才是。',
      '灵境的做法更干脆：新版本第一天不打训练赛，全队坐在一起把更新说明念了两遍，念到谁觉得要改打法，就在白板上写一行。',
    ],
  },
  {
    key: 'tide',
    category: 'esports',
    title: '潮汐的第五人',
    summary: '替补席上坐了一年半，他把对手的习惯记满了三个本子。',
    img: '/art/crest-chaoxi.svg',
    paragraphs: [
      '潮汐的第五人在替补席坐了一年半，三个本子里全是对手的习惯：谁喜欢先看左边，谁在落后时会急。',
      '这个赛季轮到他上场。本子还放在桌边，他说已经不太用翻了。',
      '首秀那天他的手有点抖，第一波团战没按出技能。赛后他自己写了第四个本子，第一页只有一句：先呼吸，再按键。',
    ],
  },
  {
    key: 'watch',
    category: 'football',
    title: '怎样看一场球：先看没有球的地方',
    summary: '球在左边的时候，右边的人在做什么，往往比球本身说得更多。',
    img: '/art/crest-jiangcheng.svg',
    paragraphs: [
      '第一次看球，眼睛总跟着球走。试着用五分钟只看没有球的一侧：谁在跑，谁在喊，谁悄悄往前站了两步。',
      '进球之前的三脚，往往就从那里开始。',
      '再试试听：后卫喊“上”，整条线会一起往前挪；门将喊“看人”，说明他觉得有人漏了。电视里听不清，坐在看台上听得清楚。',
    ],
  },
  {
    key: 'rest',
    category: 'all',
    title: '看球也要看时间',
    summary: '熬夜看三场，不如好好看一场。给自己留一个散场的钟点。',
    img: '/art/mark.svg',
    paragraphs: [
      '赛程密的时候，一晚上有好几场。挑一场最想看的，其余的第二天看战报，并不会错过什么。',
      '把散场的钟点先定好，到点关灯。看台一直都在，球也一直都会踢。',
      '如果发现自己是为了不睡而看，而不是为了看而不睡，那就关上吧。明早起来翻一眼战报，三分钟就够。',
    ],
  },
]

const PUBLISHED_AT_MINUTE = 10 * 60

/** Returns the feature published on a day. */
export function featureOf(day: number): Article | null {
  const feature = FEATURES[day % FEATURES.length]
  if (!feature) return null
  const { key, category, title, summary, img, paragraphs } = feature
  const publishedAt = timeOfSiteDay(day, PUBLISHED_AT_MINUTE)
  return {
    id: `f-${day}-${key}`,
    category,
    kicker: category === 'all' ? '场外' : '专题',
    title,
    summary,
    img,
    publishedAt,
    paragraphs,
    about: null,
  }
}
