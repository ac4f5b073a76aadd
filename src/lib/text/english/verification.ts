/** The words of verification.ts in English; see english.ts. */
export const verification = {
  'window.title': 'Safety check',
  'window.text': 'A check that it is you. What you were doing goes on afterwards',

  'type.label': 'Kind of check',
  'type.anji': 'Puzzle',
  'type.afs': 'Slider',
  'type.imageCode': 'Code',
  'type.fallen': '{from} did not load, {to} instead',
  'type.fallenBecause': '{reason}, {to} instead',
  'type.allFailed': 'The check did not load. What you have typed is kept',
  'type.none': 'No check is available now. Please contact support',

  'check.loading': 'Fetching the check',
  'check.checking': 'Checking',
  'check.passed': 'Passed',
  'check.refresh': 'Another one',
  'check.cancel': 'Cancel the check',
  'check.toCode': 'Hard to drag? Take the code',

  'slide.drag': 'Hold the slider and drag it to the right',
  'slide.hint': 'Let go where the piece fits the gap',
  'slide.label': 'Place of the piece',
  'slide.value': '{x} pixels from the left',
  'slide.keys': 'Left and right move 1 pixel, Page Up and Page Down 10, Enter confirms',
  'slide.place': 'Put it here',
  'slide.picture': 'A picture with a gap',

  'click.hint': 'Click the characters in their order',
  'click.order': 'In this order',
  'click.picture': 'A picture with characters in it. Arrow keys move the cross, Enter clicks, Backspace takes back',
  'click.undo': 'Take back',
  'click.count': '{count} of {total} clicked',

  'afs.hint': 'Hold the slider and drag it all the way to the right',
  'afs.again': 'Not passed. Drag once more as you normally would',

  'code.label': 'Image code',
  'code.picture': 'Picture of a code. Take another one or listen to it if it is hard to read',
  'code.hint': 'Type the characters of the picture, in any case',
  'code.empty': 'Type the characters of the picture',
  'code.refresh': 'Another picture',
  'code.play': 'Listen',
  'code.playAgain': 'Listen again',
  'code.playing': 'Digits are being read: type what you hear',
  'code.noSound': 'The sound did not load. Try again or take another picture',
  'code.submit': 'Confirm',
  'code.wrong': 'Not right, here is another one',

  'rep.wrong': 'Not quite, here is another one',
  'rep.expired': 'That one was too old, here is a new one',
  'rep.locked': 'Too many mistakes: puzzles pause until {clock} at the latest',
  'rep.limit': 'Too many pictures, wait for a minute',
  'rep.checkLimit': 'Too many tries, wait for a minute',
  'rep.server': 'The check cannot be reached',

  'geetest.notLoaded': 'The check did not load. Look at your network and try again',
}
