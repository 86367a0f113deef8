export const en = {
  terms: 'Terms and conditions',
  termsLead: 'What holds between you and us when you book a visit or buy hours.',
  service: 'Terms of service',
  serviceLead: 'What holds when you use this site and your account.',
  privacy: 'Privacy',
  privacyLead: 'What we know of you, what for, and how you have the last word. It follows the PDPA.',
  who: 'Who this is between',
  whoText: 'You, and {{name}}. A booking is agreed once we have confirmed it on the screen and by message.',
  price: 'What you pay',
  priceText:
    'Before you pay you see the hours, the full price and the terms of that booking. They do not change afterwards. If you change the booking, you see the new price first.',
  late: 'When your plans change',
  lateText:
    'Up to {{hours}} before a visit you can cancel it, or move it once, for free. If you cancel later, we keep {{share}}.',
  lateShare: { half: 'half of its price', some: '{{percent}}% of its price', all: 'its whole price' },
  lateNever: 'You can cancel a visit, or move it once, for free until it starts.',
  lateFree: 'You can cancel a visit for free until it starts, and move it once up to {{hours}} before.',
  ours: 'When we cancel',
  oursText: 'You get all of your money back. We first try to send another cleaner, and ask you before we do.',
  hours: 'Hours that you buy',
  hoursText:
    'Hours that you buy last {{valid}} months from the day you buy them. You can send them as a gift: whoever gets them has {{claim}} days to claim them, and {{gift}} months to use them. What nobody claims comes back to you. We write to you before hours expire.',
  promos: 'Promo codes',
  promosText:
    'A code holds under the terms that are shown with it. It lowers the price of a booking and is never paid out.',
  home: 'Your home',
  homeText:
    'Please see to it that we can get in, that water and electricity are on, and that the home is safe to work in. Tell us of pets, of surfaces that need special care, and put away what is precious.',
  wrong: 'If something goes wrong',
  wrongText:
    'Tell us as soon as you see it, with a picture if you can. What was not done as agreed we put right or refund. Where our crew causes damage, we answer for it as the law provides.',
  rights: 'Your rights, and the law',
  rightsText:
    'Nothing here takes away what the Consumer Protection (Fair Trading) Act or another law gives you. The law of Singapore holds.',
  account: 'Your account',
  accountText:
    'An account belongs to one person. You sign in with a code that we text to your number: keep your phone to yourself, and tell us if you lose the number. Keep your name and contact details correct, because we plan visits with them.',
  use: 'Fair use',
  useText:
    'Use the site to book, pay and write to us. Do not try to get at what belongs to others, to overload the site, or to copy it by program. We may close an account that does.',
  reviews: 'What you write',
  reviewsText:
    'We may show a review on this site with your first name, the kind of clean and the month. Write what you have seen yourself, and nothing that hurts others.',
  always: 'When the site is down',
  alwaysText:
    'We look after the site, and still it may be away for a while. What you have booked and paid for stays booked and paid.',
  leave: 'Leaving',
  leaveText:
    'You can download what we know of you, and close your account, under Account. Visits that are still to come are settled first.',
  changes: 'When these terms change',
  changesText: 'We show the new text here. A booking keeps the terms under which it was made.',
  kept: 'What we keep',
  keptText:
    'Your name, mobile number, e-mail address and home address, what you tell us of your home, your bookings and what you paid for them. Of applicants: what they write in the form.',
  purpose: 'What it is for',
  purposeText:
    'To plan your visits, carry them out and bill them, to answer you, and to keep the books that the law asks for. We text and e-mail you about your bookings. Mails about anything else have a link that stops them.',
  seen: 'Who sees it',
  seenText:
    'Our office sees your bookings. The cleaners who come to you see your address and number from seven days before a visit until two days after it. Firms that work for us see what they need: to take payments, and to send texts and e-mails. We sell nothing.',
  card: 'Your card',
  cardText:
    'Your card number goes straight to our payment provider and never reaches us. We keep the last four digits and the expiry date of a card that you save.',
  browser: 'In your browser',
  browserText:
    'We keep what the site cannot do without: that you are signed in, your language, light or dark, and what you have begun to type. There are no advertising cookies and no trackers.',
  long: 'For how long',
  longText:
    'What you write in a form goes after a year. When you close your account, we remove what says who you are, and keep what the books must show.',
  say: 'Your say',
  sayText:
    'Under the PDPA you may ask what we hold, have it corrected, and withdraw your consent. Most of it you do yourself under Account. For the rest, write to us.',
  writeTo: 'Write to {{email}}',
  writeHere: 'Write to us',
} as const;
