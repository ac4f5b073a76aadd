/** account.ts and money.ts in English; see english.ts. */
export const account = {
  'sleep.title': 'Your account is asleep',
  'sleep.text': 'Nobody signed in for more than {days} days, so this account sleeps. Read the picture to wake it.',
  'sleep.done': 'Awake again, welcome back',
  'sleep.noPicture': 'The picture did not load',
  'password.title': 'Choose a stronger password',
  'password.text': 'Yours is easy to guess. Take 8 to 12 letters and digits, both of them, and not your account name.',
  'password.later': 'Later',
  'password.change': 'Ask support to change it',
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
