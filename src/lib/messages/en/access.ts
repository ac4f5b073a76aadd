/** access.ts in English; see english.ts. */
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
  'help.copyWhat': 'Copy {name}',
  'help.openWhat': '{action}: {name}',
  'help.copied': 'Copied',
  'help.copyFailed': 'Not copied, select it by a long press',
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

/** outcome.ts and update.ts in English; see english.ts. */
export const outcome = {
  'session.title': 'Please sign in again',
  'session.toLogin': 'Sign in',
  'session.needLogin': 'Please sign in first',
  'blockade.title': 'You cannot sign in for now',
  'blockade.help': 'Contact support',
  'tip.title': 'A note',
  'tip.done': 'Got it',
  'address.title': 'This step was not sent',
  'limit.deposit': 'Beyond your deposit limit',
  'limit.loss': 'Beyond your limit',
  'limit.timeOut': 'You are taking a break',
  'limit.excluded': 'You have excluded yourself',
  'limit.session': 'Your time is used up',
  'limit.text': '{reason}. You set it for yourself. Have a rest, the match is still on.',
  'limit.textExcluded': '{reason}. Matches and chat stay open.',
  'limit.about': 'About playing responsibly',
  'network.timeout': 'The network timed out, please try again',
  'network.failed': 'The network is abnormal',
  'network.status': 'The network is abnormal [{status}]',
  'line.other': 'Changed to another line, no need to reload',
  'line.first': 'The first line is back',
  'storage.failed': 'Your browser does not let us keep you signed in: after closing the page you have to sign in again',
  'version.old': 'Page and server do not match. Please reload in a moment',
  'expiring.label': 'Your session ends soon',
  'expiring.text': 'Your session ends at {clock}. Sign in again then, what you were writing is kept',
  'expiring.left': '{left} left',
}

export const update = {
  'update.label': 'Update',
  'update.text': 'There is a new version, reload to use it',
  'update.kept': 'What you have not sent is kept',
  'update.reload': 'Reload',
  'update.later': 'Later',
}

/** account.ts and money.ts in English; see english.ts. */
export const account = {
  'sleep.title': 'Your account is asleep',
  'sleep.text': 'Nobody signed in for more than {days} days, so this account sleeps. Read the picture to wake it.',
  'sleep.textPhone':
    'Nobody signed in for more than {days} days, so this account sleeps. A code sent to your phone wakes it.',
  'sleep.textPin':
    'Nobody signed in for more than {days} days, so this account sleeps. Your withdrawal password wakes it.',
  'sleep.pin': 'Withdrawal password',
  'sleep.pinEmpty': 'Enter six digits',
  'sleep.submit': 'Wake the account',
  'sleep.done': 'Awake again, welcome back',
  'sleep.noPicture': 'The picture did not load',
  'password.title': 'Choose a stronger password',
  'password.text': 'Yours is easy to guess. Take 8 to 12 letters and digits, both of them, and not your account name.',
  'password.later': 'Later',
  'password.change': 'Change password',
  'notice.title': 'About your account',
  'notice.passwordChanged': 'Your password was changed {time}. ',
  'notice.passwordReset': 'Your password was recovered {time}. ',
  'notice.phoneBound': 'Your phone was changed {time}. ',
  'notice.emailBound': 'Your email was changed {time}. ',
  'notice.withdrawPasswordSet': 'Your withdrawal password was changed {time}. ',
  'notice.passkeyAdded': 'A passkey was added {time}. ',
  'notice.passkeyRemoved': 'A passkey was removed {time}. ',
  'notice.passkeyRequired': 'Two-step sign-in was turned on {time}. ',
  'notice.passkeyOptional': 'Two-step sign-in was turned off {time}. ',
  'notice.other': 'The security of your account was changed {time}. ',
  'notice.from': 'It came from {address}. Not you? Change your password and sign out all other devices now.',
  'notice.mine': 'It was me',
  'notice.notMine': 'Not me, change password',
  'idle.title': 'Still there?',
  'idle.text': 'No input for {minutes} minutes. You are signed out in {left}. Press any key or tap to stay.',
  'idle.stay': 'Stay',
  'idle.ended': 'Signed out after {minutes} minutes without input',
}

export const money = {
  'CNY.account': 'bank card',
  'CNY.accountNumber': 'Card number',
  'CNY.accountAdd': 'Add a bank card',
  'CNY.accountLimit': 'No more bank cards can be added',
  'USDT.account': 'USDT address',
  'USDT.accountNumber': 'Address',
  'USDT.accountAdd': 'Add a USDT address',
  'USDT.accountLimit': 'No more USDT addresses can be added',
}
