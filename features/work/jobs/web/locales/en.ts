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
  rated_one: 'rated {{stars}} of 5, {{count}} review',
  rated_other: 'rated {{stars}} of 5, {{count}} reviews',
  status: {
    held: 'Held',
    upcoming: 'Booked',
    now: 'In progress',
    done: 'Done',
    ended: 'Ended',
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
  tryAgain: 'Try again',
  trying: 'Trying again',
  close: 'Close',
} as const;
