/** The words of play.html. */
export const playText = {
  title: '看台播放',
  line: '线路一',
  badLink: '这个播放链接打不开，可能抄漏了',
  toLive: '去看直播',
} as const
