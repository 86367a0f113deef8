import { capital, manyOf, plainWords, subjectInWords } from './subjects.ts';

export interface Act {
  /** As stored: `package.updated`. */
  readonly action: string;
  readonly kind: string;
  /** The record's name; '' if it is not known. */
  readonly label: string;
  /** The changed fields, in words. */
  readonly fields: readonly string[];
}

/** Says what happened; `subject` is `package Weekly 3 h`. */
type Sentence = (subject: string) => string;

/** By the verb of the action, for all kinds of records. */
const BY_VERB: Readonly<Record<string, Sentence>> = {
  created: (subject) => `added ${subject}`,
  added: (subject) => `added ${subject}`,
  trashed: (subject) => `moved ${subject} to the trash`,
  untrashed: (subject) => `restored ${subject} from the trash`,
  deleted: (subject) => `deleted ${subject}`,
  removed: (subject) => `removed ${subject}`,
  restored: (subject) => `restored ${subject}`,
  undone: (subject) => `undid ${subject}`,
  reset: (subject) => `reset ${subject} to the default`,
  replied: (subject) => `replied to ${subject}`,
  resent: (subject) => `sent ${subject} again`,
  refunded: (subject) => `refunded ${subject}`,
  registered: (subject) => `registered as ${subject}`,
  'signed-out-everywhere': (subject) => `signed out ${subject} everywhere`,
};

/** Actions with words of their own. */
const BY_ACTION: Readonly<Record<string, Sentence>> = {
  'admin.password-changed': (admin) => `changed the password of ${admin}`,
  'admin.password-reset': (admin) => `set a new password for ${admin} by e-mail`,
  'admin.recovery-code-used': (admin) => `used a recovery code of ${admin}`,
  'admin.totp-enrolled': (admin) => `turned on two-factor authentication of ${admin}`,
  'admin.totp-off': (admin) => `turned off two-factor authentication of ${admin}`,
  'admin.totp-reset': (admin) => `reset two-factor authentication of ${admin}`,
  'api-key.revoked': (key) => `revoked ${key}`,
  'calendar-feed.made': () => 'created a calendar feed',
  'calendar-feed.ended': () => 'ended a calendar feed',
  'cleaner.can-come': () => 'said that they can come after all',
  'cleaner.cannot-come': () => 'said that they cannot come',
  'cleaner.time-off-added': (cleaner) => `added time off for ${cleaner}`,
  'cleaner.time-off-removed': (cleaner) => `removed time off of ${cleaner}`,
  'cover.started': (cleaner) => `covered the visits of ${cleaner}`,
  'cover.several-started': () => 'covered the visits of several cleaners',
  'cover.several-undone': () => 'undid the cover of several cleaners',
  'cover.undone': (cleaner) => `undid the cover of ${cleaner}`,
  'customer.card-changed': (customer) => `changed the saved card of ${customer}`,
  'customer.charged': () => 'charged the saved card of a customer',
  'customer.closed': (customer) => `closed the account of ${customer}`,
  'customer.credits-adjusted': (customer) => `changed the credits of ${customer}`,
  'customer.data-downloaded': (customer) => `downloaded the data of ${customer}`,
  'customer.facebook-linked': (customer) => `linked Facebook to ${customer}`,
  'customer.facebook-unlinked': (customer) => `unlinked Facebook from ${customer}`,
  'customer.note-withdrawn': (customer) => `withdrew a note about ${customer}`,
  'customer.noted': (customer) => `added a note about ${customer}`,
  'dispatch-plan.started': () => 'planned a day',
  'import.started': () => 'started an import',
  'import.finished': () => 'finished an import',
  'import.cancelled': () => 'cancelled an import',
  'import.undone': () => 'undid an import',
  'import.undo-continued': () => 'removed people of an import',
  'job.amount-changed': (job) => `changed the amount to pay of ${job}`,
  'job.answered': (job) => `answered the customer of ${job}`,
  'job.answer-unsent': (job) => `unsent an answer about ${job}`,
  'job.calendar-event-removed': (job) => `removed ${job} from the calendar`,
  'job.calendar-event-written': (job) => `wrote ${job} to the calendar`,
  'job.cancelled': (job) => `cancelled ${job}`,
  'job.charged': (job) => `charged extra or took something off for ${job}`,
  'job.charge-waived': (job) => `waived a charge of ${job}`,
  'job.confirmed': (job) => `confirmed ${job}`,
  'job.created': (job) => `booked ${job}`,
  'job.difference-charged': (job) => `charged the difference for ${job}`,
  'job.expired': (job) => `ended the unpaid hold of ${job}`,
  'job.finish': (job) => `clocked out of ${job}`,
  'job.finish-undone': (job) => `undid the clock-out of ${job}`,
  'job.held': (job) => `held ${job} again`,
  'job.on-the-way': (job) => `set out for ${job}`,
  'job.paid': (job) => `recorded the payment of ${job}`,
  'job.added-to-series': (job) => `added ${job} to its series`,
  'job.pay-each': (job) => `let the saved card pay for ${job} at its time`,
  'job.pay-later': (job) => `let ${job} be paid later`,
  'job.pay-by-invoice': (job) => `put ${job} on the customer’s invoice`,
  'job.checklist-ticked': (job) => `changed the checklist of ${job}`,
  'job.payment-cancelled': (job) => `ended the card payment of ${job}`,
  'job.payment-started': (job) => `started the card payment of ${job}`,
  'job.review-hidden': (job) => `hid the review of ${job}`,
  'job.review-waiting': (job) => `moved the review of ${job} back to waiting`,
  'job.review-shown': (job) => `published the review of ${job}`,
  'job.renewal-offered': (job) => `offered to continue the series of ${job}`,
  'job.payment-link-sent': (job) => `sent a payment link for ${job}`,
  'job.pending': (job) => `held ${job}`,
  'job.photo-added': (job) => `added a photo to ${job}`,
  'job.photo-removed': (job) => `removed a photo from ${job}`,
  'job.repriced': (job) => `changed the price of ${job}`,
  'job.rules-overridden': (job) => `assigned a crew to ${job} despite its rules`,
  'job.start': (job) => `clocked in to ${job}`,
  'job.thread-settled': (job) => `marked the messages about ${job} as answered`,
  'mobile.unlocked': () => 'unblocked a mobile number',
  'payment.alarm': (problem) => `reported ${problem}`,
  'payment.alarm-settled': (problem) => `resolved ${problem}`,
  'payment.waived': (transaction) => `recorded ${transaction} without a charge`,
  'provider.tested': () => 'tested a connected service',
  'setup.confirmed': () => 'confirmed a step of the set-up',
  'setup.dismissed': () => 'hid the set-up',
  'setup.resumed': () => 'showed the set-up again',
  'series.dates-changed': (series) => `changed how often ${series} takes place`,
  'series.ended': (series) => `ended ${series}`,
  'series.paused': (series) => `paused ${series}`,
  'series.question-answered': (series) => `decided a date of ${series}`,
  'site.changed': () => 'published new site content',
  'site.restored': () => 'restored earlier site content',
  'test-visit.booked': () => 'booked a test visit',
  'test-visit.removed': () => 'removed the test visit',
  'transaction.created': (transaction) => `recorded ${transaction}`,
  'transaction.refund-reversed': (transaction) => `reversed the refund of ${transaction}`,
  'webhook.disabled': (webhook) => `turned off ${webhook} because it stopped working`,
  'webhook.event-resent': (webhook) => `sent an event to ${webhook} again`,
  'webhook.failed-resent': (webhook) => `sent all failed events to ${webhook} again`,
  'webhook.secret-rotated': (webhook) => `replaced the secret of ${webhook}`,
  'webhook.tested': (webhook) => `sent a test event to ${webhook}`,
};

/** What happened, without who did it: `Changed the price per hour of package Weekly 3 h`. */
export function sentenceOf(act: Act): string {
  const { action, kind, label } = act;
  const verb = action.slice(action.lastIndexOf('.') + 1);
  if (action === 'download') return `Downloaded the list of ${manyOf(kind)}`;
  if (verb === 'reordered') return `Changed the order of the ${manyOf(kind)}`;
  const subject = subjectInWords(kind, label);
  if (verb === 'updated') return `Changed ${fieldsOf(act)}${subject}`;
  const sentence = BY_ACTION[action] ?? BY_VERB[verb] ?? ((it: string) => `${plainWords(verb)} ${it}`);
  return capital(sentence(subject));
}

/** One or two changed fields are named; a setting is one itself. */
function fieldsOf({ kind, fields }: Act): string {
  if (kind === 'setting' || fields.length === 0 || fields.length > 2) return '';
  return `the ${fields.map((field) => field.charAt(0).toLowerCase() + field.slice(1)).join(' and the ')} of `;
}

/** The actions that a word of a search names: `cancelled`, `trash`. */
export function actionsNamed(word: string, known: readonly string[]): string[] {
  const wanted = word.toLowerCase();
  if (wanted.length < SHORTEST) return [];
  return known.filter((action) => {
    const sentence = sentenceOf({ action, kind: '', label: ' ', fields: [] }).toLowerCase();
    return `${sentence} ${plainWords(action)}`.split(/[\s-]+/).some((part) => part.startsWith(wanted));
  });
}

const SHORTEST = 3;

/** Who acts, by the kind of actor. */
export const ACTOR_NAMES = {
  admin: 'Office',
  cleaner: 'Cleaner',
  customer: 'Customer',
  anyone: 'System',
} as const;

/** What an action does, as the office filters by it. */
export const GROUPS = [
  { value: 'added', label: 'Added' },
  { value: 'changed', label: 'Changed' },
  { value: 'removed', label: 'Removed or cancelled' },
  { value: 'restored', label: 'Restored' },
  { value: 'money', label: 'Money' },
  { value: 'access', label: 'Access' },
  { value: 'downloaded', label: 'Downloaded' },
] as const;
export type ActionGroup = (typeof GROUPS)[number]['value'];

const MONEY =
  /^(transaction|payment|money_transaction|pay-(sheet|extra|rate))\.|charged|credits|paid|pay-later|invoice|billing|payment-link|amount|repriced/;
const ACCESS =
  /password|totp|recovery|facebook|calendar-feed|card-changed|^(admin|api-key)\.|^webhook\.secret-rotated$/;
const REMOVED = /\.(trashed|deleted|dropped|removed|cancelled|expired|closed|ended|.*-removed|.*-withdrawn)$/;
const RESTORED = /\.(untrashed|restored|reset|held|.*-undone)$/;
const ADDED = /\.(created|added|made|registered|noted|.*-added)$/;

export function groupOf(action: string): ActionGroup {
  if (action === 'download' || action.endsWith('-downloaded')) return 'downloaded';
  if (MONEY.test(action)) return 'money';
  if (ACCESS.test(action)) return 'access';
  if (REMOVED.test(action)) return 'removed';
  if (RESTORED.test(action)) return 'restored';
  return ADDED.test(action) ? 'added' : 'changed';
}
