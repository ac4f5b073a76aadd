/** home.ts, follow.ts and search.ts in English; see english.ts. */
export const home = {
  'home.title': 'Home',
  'home.heading': 'Grandstand, home',

  'banner.region': 'Recommended',
  'banner.enter': 'Watch now',
  'banner.go': 'Have a look',
  'banner.failed': 'Recommendations did not load',
  'banner.score': '{home} {score} {away}',

  'marquee.label': 'Announcements',
  'marquee.pause': 'Stop the announcements',
  'marquee.play': 'Let them run',
  'marquee.failed': 'Announcements did not load',

  'strip.region': 'Scores',
  'strip.failed': 'Scores did not load',

  'venue.region': 'Venues',
  'venue.failed': 'Venues did not load',
  'venue.sport': 'Sports',
  'venue.casino': 'Casino',
  'venue.egame': 'Games',
  'venue.esports': 'Esports',
  'venue.fishing': 'Fishing',
  'venue.chess': 'Boards',
  'venue.anchorGames': 'Anchor games',
  'venue.playing': '{count} live now',
  'venue.quiet': 'See the schedule',
  'venue.until': 'Closed until {clock}',
  'venue.untilDay': 'Closed until {day}',
  'venue.maintenance': 'Under maintenance',
  'venue.anchorRooms': 'Anchor rooms',
  'venue.closed': 'This venue is not open yet',

  'now.region': 'Live now',

  'game.title': 'Popular games',
  'game.failed': 'Games did not load',

  'news.title': 'From the touchline',
  'news.more': 'More',
  'news.failed': 'News did not load',

  'schedule.title': 'Tonight',
  'schedule.region': 'Schedule',

  'invite.title': 'Bring a friend',
  'invite.text': 'They scan the poster and sit next to you',
  'invite.action': 'Make a poster',

  'fine.limits': 'Matches are for fun, ',
  'fine.action': 'rest when you are tired',
  'fine.promos': 'Offers',
  'fine.help': 'Help centre',
  'fine.settings': 'Settings',
  'fine.service': 'Customer service',
}

export const follow = {
  'follow.add': 'Follow',
  'follow.on': 'Following',
  'follow.addName': 'Follow {name}',
  'follow.onName': 'Following {name}, press again to stop',
  'follow.done': 'You follow {name} now. You find them on Home under Following',
  'follow.gone': 'You do not follow {name} any more',
  'follow.undo': 'Undo',

  'followed.title': 'Following',
  'followed.manage': 'Manage',
  'followed.pick': 'Choose some to follow',
  'followed.empty': 'Hosts and teams that you follow are shown here',
  'followed.failed': 'Following could not be loaded',
  'followed.talking': 'Talking about {title}',
  'followed.hosting': 'On air: {title}',
  'followed.playing': '{home} {score} {away} · {clock}',
  'followed.coming': '{when} {title}',
  'followed.none': 'No match for now',

  'manage.title': 'Whom you follow',
  'manage.mine': 'Following',
  'manage.anchors': 'Hosts',
  'manage.teams': 'Teams',
  'manage.none': 'Nobody yet, choose below',

  'visit.title': 'Where you sat lately',
  'visit.failed': 'Where you sat did not load',
  'visit.remove': 'Remove from here: {title}',
}

export const search = {
  results: 'Results',
  match: 'Matches',
  anchor: 'Hosts',
  team: 'Teams',
  game: 'Games',
  help: 'Help',
  recent: 'Searched lately',
  forget: 'Clear',
  now: 'Watched now',
  more: 'All {count} {count|match|matches}',
  all: 'All matches for “{query}”',
  found: '{count} found',
  idle: 'Teams, hosts, leagues or help, in characters, pinyin or initials',
  idleNote: 'Such as beigang or bgl',
  none: 'Nothing for “{query}”',
  noneText: 'Try another name, pinyin and initials work too',
  failed: 'The search did not load. Check the network and try again',
  partFailed: 'Some matches did not load, there may be more than these',
  matchesFailed: 'Matches did not load, searching help for now',
  sheet: 'Search',
}
