import type { ReadsByTopic } from '#platform/web/live/live-queries.ts';

const OFFICE = ['/overview'];
const BOARD = '/day-board';

/** What to read again when a record has changed: by the topics of the triggers in database/schema.sql. */
export const LIVE_READS: ReadsByTopic = {
  job: [
    '/jobs',
    '/customers',
    '/job_checklists',
    '/series',
    '/reviews',
    '/cleaners/list-',
    '/conversations',
    '/dispatch',
    '/cover/plan',
    BOARD,
    ...OFFICE,
  ],
  schedule: ['/jobs', '/cleaners/list-', '/cleaners/suggest', BOARD, ...OFFICE],
  'message-of-customer': ['/conversations', '/jobs/:id/messages', ...OFFICE],
  customer: ['/customers', '/contact-details', BOARD, ...OFFICE],
  'customer-note': ['/customers/:id/notes'],
  cleaner: ['/cleaners', '/cleaner_regions', BOARD, ...OFFICE],
  admin: ['/admins'],
  'contact-request': ['/contact-requests', ...OFFICE],
  application: ['/join-us', ...OFFICE],
  package: ['/packages'],
  'promo-code': ['/promocodes', '/promocode'],
  checklist: ['/checklists'],
  transaction: ['/transactions', '/ad-hoc', '/customers', ...OFFICE],
  invoice: ['/invoices', '/customers/:id/billing', '/customers/:id/statement'],
  'payment-problem': ['/payments/alarms', '/customers', '/transactions', ...OFFICE],
  credit: ['/credits', '/customers-credits', '/customers', ...OFFICE],
  message: ['/messages', ...OFFICE],
  setting: ['/settings', '/business', BOARD, ...OFFICE],
  content: ['/cms'],
  audit: ['/audit'],
  pay: ['/pay'],
  import: ['/imports'],
  export: ['/archive-exports'],
  dispatch: ['/dispatch'],
  absence: ['/absences', '/cover', ...OFFICE],
  'time-off-request': ['/time-off-requests', ...OFFICE],
  'waiting-list': ['/waiting-list'],
  'api-key': ['/api-keys'],
  webhook: ['/webhook-endpoints', '/webhook-deliveries'],
};
