import type { z } from 'zod';
import { listPackages } from '#features/catalogue/packages/contract.ts';
import { JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { t } from '#platform/web/i18n/office.ts';
import { figureText, readFigure, type Unit } from '#platform/web/office/figure-text.ts';
import { formFields, type RecordLayout } from '#platform/web/office/form-fields.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { listPromoUses, promoCodes, promoFields } from '../../contract.ts';
import type { PromoType } from '../../rules/discount.ts';

export const PROMO_CODES = recordKind({
  one: t('promo code'),
  many: t('promo codes'),
  home: '/admin/promocodes',
  param: 'promoCodeID',
  audited: 'promo_code',
  calls: promoCodes,
  nameOf: ({ code }) => code,
  also: [listPromoUses],
});

export const PROMO_TYPE_OPTIONS = [
  { value: 'percent', label: t('Percent') },
  { value: 'amount', label: t('Amount') },
  { value: 'hours', label: t('Hours', { context: 'credit' }) },
] as const;

type Sent = z.input<typeof promoCodes.create.body>;
type PromoValues = { readonly [K in keyof Sent]-?: Sent[K] | undefined };

const BLANK: PromoValues = { ...promoFields.initial, code: '', type: 'percent', amount: undefined };

const UNITS: Readonly<Record<PromoType, Unit>> = { percent: '%', amount: 'S$', hours: 'hours' };
const unitOf = (type: unknown): Unit => UNITS[type as PromoType] ?? '%';

/** The same figure has another unit in another type: 10 percent become 10 dollars, not 10 cents. */
export function amountOfType(chosen: string, { type, amount }: { type?: unknown; amount?: unknown }) {
  return { amount: readFigure(figureText(amount, unitOf(type)), unitOf(chosen)) };
}

/**
 * The form layout of a promo code. Trashed packages are included, to show the names of those that codes still
 * reference.
 */
export function usePromoLayout(): RecordLayout<PromoValues> {
  const query = { size: 1000, trash: '*', sortby: 'label', count: '0' } as const;
  const packages = useCall(listPackages, { query }).data?.items ?? [];
  const regions = useCall(listRegions).data?.items ?? [];
  return { blank: BLANK, fields: fieldsWith(packages, regions), ...PANELS };
}

const PANELS: Pick<RecordLayout<PromoValues>, 'left' | 'right'> = {
  left: [
    { title: t('Code'), names: ['code', 'label'] },
    { title: t('Discount'), names: ['type', 'amount'] },
    {
      title: t('Limits'),
      note: t('Held bookings count. Leave blank for no limit.'),
      names: ['totalAllocation', 'maxPerCustomer', 'firstBookingOnly'],
    },
  ],
  right: [
    {
      title: t('Days'),
      note: t('Both days are included. Leave blank for no limit.'),
      names: ['startDate', 'endDate'],
    },
    { title: t('Jobs'), note: t('Leave all unticked for all jobs.'), names: ['booking_type'] },
    { title: t('Packages'), note: t('Leave blank for all packages.'), names: ['packages'] },
    { title: t('Regions'), note: t('Leave all unticked for homes anywhere.'), names: ['regions'] },
  ],
};

interface Named {
  readonly id: string;
  readonly label: string;
  readonly trash: 0 | 1;
}

function fieldsWith(
  packages: readonly Named[],
  regions: readonly { readonly id: string; readonly name: string }[],
): RecordLayout<PromoValues>['fields'] {
  return formFields(promoFields, {
    code: { kind: 'code', hint: t('Letters, digits, - and _. Capitals make no difference.') },
    label: { hint: t('Customers see it next to the discount.') },
    type: { kind: 'choice', options: PROMO_TYPE_OPTIONS, also: amountOfType },
    amount: { kind: 'figure', unit: ({ type }) => unitOf(type) },
    startDate: { kind: 'day', none: t('No start date') },
    endDate: { kind: 'day', none: t('No end date'), from: 'startDate' },
    booking_type: { kind: 'ticks', span: 6, options: JOB_TYPE_OPTIONS, none: t('All') },
    packages: {
      kind: 'several',
      span: 6,
      none: t('All'),
      options: packages.map(({ id, label, trash }) => ({
        value: id,
        label: trash === 1 ? t('{{label}} (in the trash)', { label }) : label,
      })),
    },
    regions: {
      kind: 'ticks',
      span: 6,
      options: regions.map(({ id, name }) => ({ value: id, label: name })),
      none: t('All'),
    },
    firstBookingOnly: { kind: 'flag', hint: t('For customers without another booking.') },
    totalAllocation: { kind: 'number', none: t('No limit') },
    maxPerCustomer: { kind: 'number', none: t('No limit') },
  });
}
