export const access = {
  'frame.help': 'Contact support',
  'frame.home': 'Back to the stand',
  'frame.fine': '18 and over · play money only, no real money is involved',

  'recover.auto': 'Looks every 30 seconds and takes you back when it is open',
  'recover.checked': 'Looked at {clock}, still closed',
  'recover.unreached': 'No connection at {clock}, looking again soon',

  'maintenance.page': 'Maintenance',
  'maintenance.title': 'The stand is being repaired',
  'maintenance.text': 'Under maintenance. Your account and your coins are safe.',
  'maintenance.until': 'Expected to open (Beijing time)',
  'maintenance.unknown': 'not known yet',
  'maintenance.left': 'left',
  'maintenance.late': 'A little later than expected, nearly there',
  'maintenance.retry': 'Look now',

  'alert.page': 'Closed for now',
  'alert.title': 'You cannot come in just now',
  'alert.text': 'The stand is not open for now, come back later. Support can look into it if it stays so.',
  'alert.later': 'Come back later. Support can look into it if it stays so.',
  'alert.reason': 'Reason',

  'restriction.page': 'No access',
  'restriction.title': 'The stand cannot be entered from here',
  'restriction.text': 'Your region or this account has no access. Please contact support if that is a mistake.',
  'restriction.reason': 'Reason',

  'origin.page': 'Address not served',
  'origin.title': 'This address cannot be used yet',
  'origin.text':
    'The server does not know this address and refuses all requests. Please tell the administrator of the site.',
  'origin.here': 'This address',
  'origin.auto': 'The page continues by itself when the address is set up',
  'origin.fixTitle': 'For the administrator',
  'origin.fix':
    'Let the proxy pass Host unchanged (nginx: proxy_set_header Host $http_host;), or add {origin} to ALLOWED_ORIGINS and restart the server. To check:',

  'robot.page': 'Robot check',
  'robot.title': 'First a check that you are a person',
  'robot.text': 'That was a lot in a short time. After this step you are back where you were.',
  'robot.alternative': 'Hard to see or to drag? Take the image code, it can be listened to as well.',

  'help.page': 'Support',
  'help.title': 'Support',
  'help.lead': 'Open to everybody, during maintenance too',
  'help.hours': 'Hours: {hours}',
  'help.channels': 'How to reach us',
  'help.channelsFailed': 'The ways to reach us did not load, the questions below may help',
  'help.noChannels': 'Nobody can be reached for now',
  'help.open': 'Open',
  'help.mail': 'Write',
  'help.call': 'Call',
  'help.openWhat': '{action}: {name}',
  'help.questions': 'Questions',
  'help.responsible': 'Playing responsibly',
  'help.responsibleText': 'Play money only. Limits, breaks and where to find help.',
  'help.responsibleLink': 'Read about it',

  'help.q.session': 'Why do I have to sign in again?',
  'help.a.session':
    'Sessions end at 21:00 every day, and when you sign in elsewhere or change your password. Afterwards you are back on the same page, with what you were writing.',
  'help.q.money': 'Are coins real money?',
  'help.a.money': 'No. There is play money only, no real money is involved.',
  'help.q.video': 'What if the picture hangs?',
  'help.a.video':
    'Open the settings of the player and take another line or quality. The chat goes on without the picture.',
  'help.q.mute': 'Why can I not speak?',
  'help.a.mute':
    'You may be muted, the room may be slow, or your level too low. The reason and the time are above the text box.',
  'help.q.verify': 'Why is there a safety check?',
  'help.a.verify':
    'It comes after many requests or failed sign-ins. If a picture is hard to read, take another kind; the image code can be listened to.',
}
