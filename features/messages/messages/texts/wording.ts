import { listIn } from '#platform/kernel/message-kind.ts';
import { dollars } from '#platform/kernel/money.ts';
import { defineTexts, type Translations, translator } from '#platform/kernel/translate.ts';
import type { CancellationSums, DataOf } from './kinds.ts';

type FreeChanges = Pick<DataOf['change-reminder'], 'canMove' | 'lateFeePercent' | 'fee' | 'creditsForfeited'>;
type Terms = Pick<DataOf['visit-booked'], 'freeHours' | 'lateFeePercent'>;

/** What fills the placeholders of templates, where a sentence depends on the data. */
const texts = defineTexts('visitMessages', {
  services: {
    regular: 'Regular clean',
    'one-time': 'One-time clean',
    'spring-cleaning': 'Spring cleaning',
    'moving-in-out': 'Moving in or out',
  },
  crew: ', with {{names}}',
  line: '{{time}}: {{service}}{{crew}}',
  event: '{{title}}: {{detail}}',
  booked: 'Your clean is booked.',
  bookedSeries_other: 'Your {{count}} cleans are booked.',
  single: '1 clean on {{day}}',
  several_other: '{{count}} cleans from {{day}}',
  many_one: '1 visit',
  many_other: '{{count}} visits',
  moved_one: '1 clean of your series has moved. The new time is:',
  moved_other: '{{count}} cleans of your series have moved. The new times are:',
  cancelled: 'Your clean on {{time}} is cancelled.',
  cancelledByUs: 'We are sorry: we have had to cancel your clean on {{time}}.',
  seriesCancelled_one: '1 clean of your series is cancelled.',
  seriesCancelled_other: '{{count}} cleans of your series are cancelled.',
  seriesCancelledByUs_one: 'We are sorry: we have had to cancel 1 clean of your series.',
  seriesCancelledByUs_other: 'We are sorry: we have had to cancel {{count}} cleans of your series.',
  paid: 'Paid: {{amount}}',
  nothingToPay: 'Nothing to pay.',
  toPay: 'Please pay {{amount}} by {{day}}.',
  charged: {
    'evening-before': 'Your saved card is charged on the evening before each visit.',
    'after-visit': 'Your saved card is charged after each visit.',
    weekly: 'Your saved card is charged every Monday for the visits of the week before.',
    invoice: 'We send you an invoice after the visit.',
  },
  chargedAgain: 'We charge it again on {{day}}.',
  notChargedAgain: 'We do not charge this card again.',
  prepare: 'Please have ready: {{supplies}}',
  weBring: 'We bring cloths, mop, vacuum and detergents.',
  ownSupplies: 'Please have ready: cloths, mop, vacuum and detergents.',
  share: { half: 'half the price', whole: 'the whole price', part: '{{percent}}% of the price' },
  one: {
    free: 'You can cancel free of charge at any time before the visit.',
    untilStart: 'You can move or cancel free of charge until the visit starts.',
    terms_one:
      'You can move or cancel free of charge up to {{count}} hour before the visit. If you cancel later than that, we keep {{share}}.',
    terms_other:
      'You can move or cancel free of charge up to {{count}} hours before the visit. If you cancel later than that, we keep {{share}}.',
  },
  each: {
    free: 'You can cancel free of charge at any time before each visit.',
    untilStart: 'You can move or cancel free of charge until each visit starts.',
    terms_one:
      'You can move or cancel free of charge up to {{count}} hour before each visit. If you cancel later than that, we keep {{share}}.',
    terms_other:
      'You can move or cancel free of charge up to {{count}} hours before each visit. If you cancel later than that, we keep {{share}}.',
  },
  cancelUntil:
    'If something has come up, you can cancel free of charge until {{until}}. If you cancel later than that, we keep {{share}}{{sums}}.',
  moveOrCancelUntil:
    'If something has come up, you can move or cancel free of charge until {{until}}. If you cancel later than that, we keep {{share}}{{sums}}.',
  moveUntil:
    'If something has come up, you can move it until {{until}}. You can cancel free of charge at any time before the visit.',
  sums: ', {{sums}}',
  hours_one: '1 hour',
  hours_other: '{{count}} hours',
  brief: {
    cancelUntil: 'Cancel free until {{until}}',
    moveOrCancelUntil: 'Move or cancel free until {{until}}',
    moveUntil: 'Move it until {{until}}',
    free: 'Cancel free at any time',
  },
  refundPending:
    'Your bank is looking into this payment, so we cannot refund it yet. If it decides that the payment stands, {{amount}} goes back to your card.',
  refundByHand: 'We will give you {{amount}} back the way you paid.',
  refund: '{{amount}} goes back to your card. Banks take 5 to 10 working days.',
  returned_one: '1 hour of credit is back in your account.',
  returned_other: '{{count}} hours of credit are back in your account.',
  fee: 'We keep {{amount}}, because it was cancelled late.',
  feeCharged: 'We charge {{amount}} to your saved card, because it was cancelled late.',
  forfeited_one: '1 hour of credit is kept, because it was cancelled late.',
  forfeited_other: '{{count}} hours of credit are kept, because it was cancelled late.',
});

/** Phrases that templates cannot express, in the reader's language. */
export function wordingIn(translations: Translations) {
  const t = translator(translations, texts);
  const names = (all: readonly string[]) => listIn(translations.language, all);
  const money = (cents: number) => ({ amount: `S$${dollars(cents)}` });
  const shareOf = (percent: number) => {
    if (percent === 50) return t('share.half');
    return percent === 100 ? t('share.whole') : t('share.part', { percent });
  };
  return {
    t,
    /** `Aminah and Siti`. */
    names,
    /** `, with Aminah and Siti`. */
    crew: (all: readonly string[]) => (all.length === 0 ? '' : t('crew', { names: names(all) })),
    booked: (count: number) => (count === 1 ? t('booked') : t('bookedSeries', { count })),
    /** For a subject: `3 cleans from Sat 28 Nov`. */
    several: (count: number, day: string) => t(count === 1 ? 'single' : 'several', { count, day }),
    cancelledVisits: (byCompany: boolean, count: number) =>
      t(byCompany ? 'seriesCancelledByUs' : 'seriesCancelled', { count }),
    paid: (cents: number) => (cents > 0 ? t('paid', money(cents)) : t('nothingToPay')),
    toPay: (cents: number, day: string) => t('toPay', { ...money(cents), day }),
    /** Whether a declined card is charged again, and when. */
    again: (day: string | null) => (day === null ? t('notChargedAgain') : t('chargedAgain', { day })),
    terms({ freeHours, lateFeePercent }: Terms, isOne: boolean): string {
      const visits = isOne ? 'one' : 'each';
      if (lateFeePercent === 0) return t(`${visits}.free`);
      if (freeHours === 0) return t(`${visits}.untilStart`);
      return t(`${visits}.terms`, { count: freeHours, share: shareOf(lateFeePercent) });
    },
    /** Until when moving and cancelling are free, and what is kept after that. */
    freeUntil({ canMove, lateFeePercent, fee, creditsForfeited }: FreeChanges, until: string): string {
      if (lateFeePercent === 0) return canMove ? t('moveUntil', { until }) : t('one.free');
      const sums = [
        ...(fee > 0 ? [money(fee).amount] : []),
        ...(creditsForfeited > 0 ? [t('hours', { count: creditsForfeited })] : []),
      ];
      return t(canMove ? 'moveOrCancelUntil' : 'cancelUntil', {
        until,
        share: shareOf(lateFeePercent),
        sums: sums.length === 0 ? '' : t('sums', { sums: names(sums) }),
      });
    },
    freeInBrief({ canMove, lateFeePercent }: FreeChanges, until: string): string {
      if (lateFeePercent === 0) return canMove ? t('brief.moveUntil', { until }) : t('brief.free');
      return t(canMove ? 'brief.moveOrCancelUntil' : 'brief.cancelUntil', { until });
    },
    back({
      fee,
      feeCharged,
      refund,
      creditsReturned,
      creditsForfeited,
      ...how
    }: CancellationSums): readonly string[] {
      return [
        refund > 0 && t(refundText(how), money(refund)),
        creditsReturned > 0 && t('returned', { count: creditsReturned }),
        fee > 0 && t(feeCharged ? 'feeCharged' : 'fee', money(fee)),
        creditsForfeited > 0 && t('forfeited', { count: creditsForfeited }),
      ].filter((line) => typeof line === 'string');
    },
  };
}

function refundText({
  refundPending,
  refundByHand,
}: Pick<CancellationSums, 'refundPending' | 'refundByHand'>) {
  if (refundPending) return 'refundPending';
  return refundByHand ? 'refundByHand' : 'refund';
}
