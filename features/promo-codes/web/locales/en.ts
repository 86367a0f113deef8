/** Why a promo code does not count, by the server's reason. The server says the same to those who have no screen. */
export const en = {
  'not-known': 'We do not recognise this code. Check it and try again.',
  'not-yet': 'This code starts on {{day}}.',
  ended: 'This code ended on {{day}}.',
  'other-clean': 'This code is for another kind of clean.',
  'other-package': 'This code is for another package.',
  'used-once': 'You have already used this code.',
  'used-often': 'You have used this code as often as it allows.',
  'used-up': 'This code has been used up.',
  'nothing-off': 'There is nothing to take off here. Keep the code for another time.',
} as const;
