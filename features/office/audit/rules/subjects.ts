/** The kinds of records in the audit trail, in the words of the office. Kinds of one thing share a word. */
const KINDS: Readonly<Record<string, { readonly one: string; readonly many: string }>> = {
  address: { one: 'home', many: 'homes' },
  admin: { one: 'admin', many: 'admins' },
  'api-key': { one: 'API key', many: 'API keys' },
  application: { one: 'application', many: 'applications' },
  audit: { one: 'audit entry', many: 'audit entries' },
  'block-booking': { one: 'blocked time', many: 'blocked times' },
  'calendar-feed': { one: 'calendar feed', many: 'calendar feeds' },
  checklist_item: { one: 'checklist item', many: 'checklist items' },
  cleaner: { one: 'cleaner', many: 'cleaners' },
  contact_request: { one: 'contact request', many: 'contact requests' },
  customer: { one: 'customer', many: 'customers' },
  holiday: { one: 'public holiday', many: 'public holidays' },
  import: { one: 'import', many: 'imports' },
  job: { one: 'job', many: 'jobs' },
  'list-view': { one: 'saved view', many: 'saved views' },
  message: { one: 'message', many: 'messages' },
  message_text: { one: 'message text', many: 'message texts' },
  mobile: { one: 'mobile number', many: 'mobile numbers' },
  money_transaction: { one: 'transaction', many: 'transactions' },
  package: { one: 'package', many: 'packages' },
  payment_alarm: { one: 'payment problem', many: 'payment problems' },
  payment_attempt: { one: 'card payment', many: 'card payments' },
  'pay-extra': { one: 'pay extra', many: 'pay extras' },
  'pay-rate': { one: 'pay rate', many: 'pay rates' },
  'pay-sheet': { one: 'pay sheet', many: 'pay sheets' },
  promo_code: { one: 'promo code', many: 'promo codes' },
  series: { one: 'series', many: 'series' },
  setting: { one: 'setting', many: 'settings' },
  'site-block': { one: 'site content', many: 'site content' },
  transaction: { one: 'transaction', many: 'transactions' },
  upload: { one: 'picture', many: 'pictures' },
  webhook: { one: 'webhook', many: 'webhooks' },
};

/** The kinds that the office can choose as a filter, each with the kinds that are stored. */
export const SUBJECT_FILTERS = Object.entries(
  Object.groupBy(Object.keys(KINDS), (kind) => KINDS[kind]?.many ?? kind),
)
  .map(([label, kinds = []]) => ({ value: kinds[0] ?? '', label: capital(label), kinds }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

/** The stored kinds of a filter: a transaction is stored under two names. */
export function kindsOf(filter: string): readonly string[] {
  return SUBJECT_FILTERS.find(({ kinds }) => kinds.includes(filter))?.kinds ?? [filter];
}

export function oneOf(kind: string): string {
  return KINDS[kind]?.one ?? plainWords(kind);
}

export function manyOf(kind: string): string {
  return KINDS[kind]?.many ?? plainWords(kind);
}

/** Their names say what they are: `Mei Tan’s home`, `receipt 1042`. */
const NAMED_IN_FULL = new Set([
  'address',
  'transaction',
  'money_transaction',
  'payment_alarm',
  'payment_attempt',
]);

/** `customer Mei Tan`, or `a customer` whose name is not known. */
export function subjectInWords(kind: string, label: string): string {
  if (kind === 'setting' && label !== '') return `the setting “${label}”`;
  if (kind === 'site-block') return 'the site content';
  if (label !== '') return NAMED_IN_FULL.has(kind) ? label : `${oneOf(kind)} ${label}`;
  const one = oneOf(kind);
  return `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
}

/** `site-block` → `site block`, `pricePerHour` → `price per hour`. */
export function plainWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.]/g, ' ')
    .toLowerCase();
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
