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
    upcoming: 'Booked',
    now: 'In progress',
    done: 'Done',
    cancelled: 'Cancelled',
    expired: 'Not paid in time',
  },
  price: {
    title: 'Your price',
    labour: '{{hours}} × {{rate}}',
    supplies: 'Cleaning supplies',
    credits: '{{hours}} of credit',
    toPay: 'To pay',
    paid: 'Paid',
    gst: 'Includes {{amount}} GST',
    loading: 'Working out the price',
    changed: 'The price has changed from {{before}} to {{now}}. Nothing has been charged yet.',
  },
  errors: {
    offline: 'No signal. Check your connection, then try again.',
    slot_taken: 'Someone has just taken that time. Nothing was charged.',
    hold_expired: 'Your 15 minutes are up, and someone else has taken the time. Nothing was charged.',
    not_bookable: 'That time can no longer be booked. Pick another time.',
    too_many_holds:
      'Five of your bookings are waiting for payment. Pay for one, or wait until their 15 minutes are up.',
    price_changed: 'The price has changed. Nothing was charged.',
    not_payable: 'This booking is no longer waiting for payment.',
    no_stored_card: 'You have no saved card. Enter a card to pay.',
    payment_in_progress:
      'We are waiting for your bank. Please do not pay again. This page updates by itself.',
    throttled: 'Too many tries. Please wait a little, then try again.',
    unexpected: 'Something went wrong on our side. Try again in a moment.',
  },
  tryAgain: 'Try again',
  trying: 'Trying again',
  close: 'Close',
} as const;
