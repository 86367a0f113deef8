/**
 * The features by group, lowest first: a feature may use those before it, never those after it. The boundary checks and the
 * composition of the server read the order from here.
 */
const GROUPS = {
  catalogue: ['uploads', 'settings', 'places', 'packages', 'checklists'],
  people: ['accounts', 'customers', 'cleaners'],
  site: ['content', 'contact-requests', 'applications', 'pages'],
  money: ['ledger', 'promo-codes', 'payments', 'cards', 'credits'],
  messages: ['messages'],
  work: [
    'schedule',
    'jobs',
    'reminders',
    'conversations',
    'series',
    'visits',
    'reviews',
    'pay',
    'calendar',
    'day-board',
    'cover',
    'dispatch',
    'waiting-list',
  ],
  booking: ['receipts', 'invoices', 'checkout', 'booking'],
  office: [
    'overview',
    'setup',
    'search',
    'statistics',
    'import',
    'audit',
    'archive',
    'failed-tasks',
    'api-keys',
    'webhooks',
  ],
} as const;

/** `<group>/<feature>`, the path below features/. */
export const FEATURES: readonly string[] = Object.entries(GROUPS).flatMap(([group, features]) =>
  features.map((feature) => `${group}/${feature}`),
);
