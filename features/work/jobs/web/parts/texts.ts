import { defineTexts, type TranslateOf } from '#platform/web/i18n/texts.ts';

/** Texts shared by all screens about jobs: services, states, price lines, refusals. */
export const jobsTexts = defineTexts('jobs', {
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
    reclean: 'Cleaning again, free of charge',
    toPay: 'To pay',
    paid: 'Paid',
    gst: 'Includes {{amount}} GST',
    loading: 'Working out the price',
    changed: 'The price has changed from {{before}} to {{now}}. Nothing has been charged yet.',
  },
  /** What the office charges for, or takes off, and what a visit owes besides its price. */
  charge: {
    'extra-time': 'Extra time',
    parking: 'Parking',
    key: 'Key',
    'lock-out': 'Lock-out fee',
    other: 'Extra charge',
    discount: 'Discount',
    'late-cancellation': 'Late cancellation fee',
    noted: '{{name}}: {{note}}',
  },
  needs: {
    title: 'What you need at home',
    bring: 'Nothing. We bring cloths, mop, vacuum and detergents.',
    own: 'We use your things. Please have ready: {{supplies}}',
    ownPlain: 'We use your things: cloths, mop, vacuum and detergents.',
  },
  tryAgain: 'Try again',
  trying: 'Trying again',
  close: 'Close',
});

export type JobsText = TranslateOf<typeof jobsTexts>;
