import { dayOf } from '#platform/kernel/business-time.ts';
import { BUSINESS, dayIn, type MessageKind, mailText } from '#platform/kernel/message-kind.ts';
import { type Cents, dollars, type Hours } from '#platform/kernel/money.ts';
import { defineTexts, type Translations, translator } from '#platform/kernel/translate.ts';

export const NAME = { firstname: "the customer's first name" } as const;

const texts = defineTexts('hours', {
  hours_one: '1 hour',
  hours_other: '{{count}} hours',
  ready_one: 'Your 1 hour is ready',
  ready_other: 'Your {{count}} hours are ready',
  paid: 'Paid: {{amount}}',
  nothingToPay: 'Nothing to pay.',
  lot: '{{hours}}: until {{day}}',
});

/** `2.5 hours`, in the reader's language. */
export const hoursIn = (translations: Translations, count: Hours) =>
  translator(translations, texts)('hours', { count });

interface PurchaseData {
  readonly firstname: string;
  readonly label: string;
  readonly hours: Hours;
  readonly paid: Cents;
  /** The last day to use them, ISO 8601. */
  readonly until: string;
}

/** The receipt of a package of hours. */
export const HOURS_BOUGHT: MessageKind<PurchaseData> = {
  kind: 'hours-bought',
  title: 'Hours bought',
  when: 'When a package of hours is paid.',
  reader: 'customer',
  channels: ['email'],
  placeholders: {
    ...NAME,
    hours: 'how many, "10 hours"',
    ready: '"Your 10 hours are ready", by their number',
    package: 'the package that was bought',
    paid: 'what was paid, in a sentence',
    until: 'the last day on which they can be used',
    ...BUSINESS,
  },
  required: { email: ['paid', 'until'] },
  texts: mailText(
    '{hours} added to your account',
    'Hello {firstname},',
    '',
    '{ready}: {package}.',
    '{paid}',
    '',
    'Use them until {until}.',
  ),
  values: ({ firstname, label, hours, paid, until }, around) => {
    const t = translator(around, texts);
    return {
      firstname,
      hours: hoursIn(around, hours),
      ready: t('ready', { count: hours }),
      package: label,
      paid: paid > 0 ? t('paid', { amount: `S$${dollars(paid)}` }) : t('nothingToPay'),
      until: dayIn(around.language, until),
    };
  },
  example: { firstname: 'Wei Ling', label: '10 hours', hours: 10, paid: 27_000, until: '2027-11-28' },
};

interface ExpiringData {
  readonly firstname: string;
  /** Soonest first; `until` is the last day, ISO 8601. */
  readonly expiring: readonly { readonly hours: Hours; readonly until: string }[];
}

/** Hours that are about to expire. */
export const HOURS_EXPIRING: MessageKind<ExpiringData> = {
  kind: 'hours-expiring',
  title: 'Hours about to expire',
  when: '30 days and 7 days before unused hours expire.',
  reader: 'customer',
  channels: ['email'],
  placeholders: {
    ...NAME,
    hours: 'how many in all, "4 hours"',
    until: 'the last day of the first',
    list: 'how many until when, each on a line',
    ...BUSINESS,
  },
  required: { email: ['list'] },
  texts: mailText(
    '{hours} to use by {until}',
    'Hello {firstname},',
    '',
    'Some of your hours expire soon:',
    '{list}',
    '',
    'Book a clean before then to use them.',
  ),
  values: ({ firstname, expiring }, around) => {
    const t = translator(around, texts);
    const total = expiring.reduce((sum, { hours }) => sum + hours, 0);
    const shown = (day: string) => dayIn(around.language, day);
    const [first] = expiring;
    return {
      firstname,
      hours: hoursIn(around, total),
      until: first === undefined ? '' : shown(first.until),
      list: expiring
        .map(({ hours, until }) => t('lot', { hours: hoursIn(around, hours), day: shown(until) }))
        .join('\n'),
    };
  },
  example: {
    firstname: 'Wei Ling',
    expiring: [
      { hours: 1.5, until: '2026-12-05' },
      { hours: 4, until: '2026-12-20' },
    ],
  },
};

/** The last business day on which something with this expiry can be used: `2026-12-05`. */
export function lastDay(expiresAt: Temporal.Instant, zone: string): string {
  return dayOf(expiresAt.subtract({ milliseconds: 1 }), zone).toString();
}
