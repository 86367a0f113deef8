/** Shared by all screens about jobs. */
export const en = {
  service: {
    regular: 'Regular',
    'one-time': 'One-time',
    'spring-cleaning': 'Spring',
    'moving-in-out': 'Moving',
  },
  /** "One-time, 4 hours". */
  what: '{{service}}, {{hours}}',
  crew_one: '{{count}} cleaner',
  crew_other: '{{count}} cleaners',
  crewHours: '{{crew}}, {{hours}} each',
  status: {
    held: 'Held',
    upcoming: 'Upcoming',
    now: 'In progress',
    done: 'Done',
    cancelled: 'Cancelled',
    expired: 'Not paid in time',
  },
  price: {
    title: 'Your price',
    labour: '{{hours}} × {{rate}}',
    supplies: 'Supplies brought along',
    toPay: 'To pay',
    paid: 'Paid',
    gst: 'GST of {{amount}} included',
    loading: 'Working out the price',
    changed: 'The price changed. Was {{before}}, now {{now}}. Nothing is charged yet.',
  },
  errors: {
    offline: 'No signal. Check your connection, then try again.',
    slot_taken: 'Somebody took that time. Nothing was charged.',
    hold_expired: 'The 15 minutes are over and somebody else has taken the time. Nothing was charged.',
    not_bookable: 'That time is not on offer any more. Pick another time.',
    too_many_holds:
      'Five bookings of yours wait for payment. Pay for one, or wait 15 minutes until they run out.',
    price_changed: 'The price is another now. Nothing was charged.',
    not_payable: 'This booking is no longer waiting for payment.',
    no_stored_card: 'There is no stored card. Enter a card to pay with.',
    payment_in_progress: 'We are waiting for your bank. Do not pay again: this shows as soon as we know.',
    throttled: 'Too many tries. Wait a little, then try again.',
    unexpected: 'Something broke on our side. Try again in a moment.',
  },
  tryAgain: 'Try again',
  trying: 'Trying again',
  close: 'Close',
} as const;
