import { money } from '#platform/web/amounts.ts';
import { t } from '#platform/web/i18n/office.ts';
import { type FormFields, formFields, type RecordLayout } from '#platform/web/office/form-fields.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { packageFields, packages } from '../../contract.ts';
import { CREDIT_CATEGORY, CREDIT_TIERS, isOnSale, kindOf, type PackageKind } from '../../rules/package.ts';
import { JOB_TYPE_OPTIONS } from './job-type-names.ts';
import { type PackageValues, priceOf } from './price-so-far.ts';

export const PACKAGES = recordKind({
  one: t('package'),
  many: t('packages'),
  home: '/admin/packages',
  param: 'packageID',
  audited: 'package',
  calls: packages,
  nameOf: ({ label }) => label,
});

/** Fields common to both kinds, which are kept when the kind is switched. */
const COMMON = { label: '', type: 'regular', description: '', descriptionZh: '' } satisfies PackageValues;

/** The initial values of each kind's other fields. */
export const BLANK_OF: Readonly<Record<PackageKind, PackageValues>> = {
  visit: {
    category: '',
    pricingType: 'hourly',
    pricePerHour: undefined,
    price: undefined,
    numCleaners: 1,
    hoursPerCleaner: undefined,
    breakHours: 0,
    startTime: '',
    suppliesCost: undefined,
    suppliesIncluded: false,
    suppliesToBePrepared: '',
    suppliesToBePreparedZh: '',
    takesHours: 'yes',
  },
  credit: {
    category: CREDIT_CATEGORY,
    pricingType: 'hourly',
    pricePerHour: CREDIT_TIERS[0],
    price: undefined,
    credits: undefined,
  },
};

/** The fields that are specific to this kind or have a different meaning in it. */
export function ownValues(kind: PackageKind, values: PackageValues): PackageValues {
  const names = Object.keys(BLANK_OF[kind]) as (keyof PackageValues)[];
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

export const PACKAGE_KIND_OPTIONS = [
  { value: 'visit', label: t('Visit') },
  { value: 'credit', label: t('Credit hours') },
] as const satisfies readonly { value: PackageKind; label: string }[];

/** Common home sizes in Singapore. An HDB flat's rooms include the living room. */
const HOMES = [
  'HDB 2-room',
  'HDB 3-room',
  'HDB 4-room',
  'HDB 5-room',
  t('HDB executive'),
  t('Condo 3-bedroom'),
  t('Condo 4-bedroom'),
  t('Landed'),
];

const PRICING_OPTIONS = [
  { value: 'hourly', label: t('By the hour') },
  { value: 'fixed', label: t('Fixed') },
];

const HOURS_OPTIONS = [
  { value: 'yes', label: t('Hour for hour') },
  { value: 'with-difference', label: t('With the difference by card') },
  { value: 'no', label: t('Not with hours') },
];

/** Possible start times, 8:00 am to 7:30 pm: visits take place from 08:00 to 20:00. */
const STARTS = Array.from({ length: 24 }, (_, half) => {
  const hour = 8 + Math.floor(half / 2);
  const minutes = half % 2 === 0 ? '00' : '30';
  return {
    value: `${String(hour).padStart(2, '0')}:${minutes}`,
    label:
      hour < 12
        ? t('{{hour}}:{{minutes}} am', { hour: hour % 12 || 12, minutes })
        : t('{{hour}}:{{minutes}} pm', { hour: hour % 12 || 12, minutes }),
  };
});

const TIER_OPTIONS = CREDIT_TIERS.map((tier) => ({
  value: String(tier),
  label: isOnSale({ category: CREDIT_CATEGORY, pricePerHour: tier })
    ? money(tier, { short: true })
    : t('Free, given by the office'),
}));

const NOT_TRANSLATED = t('Without it, customers who read Chinese see the English text.');

const FIELDS: FormFields<PackageValues> = formFields(packageFields, {
  label: { span: 6 },
  type: { kind: 'choice', options: JOB_TYPE_OPTIONS },
  category: { kind: 'suggested', suggestions: HOMES },
  description: { kind: 'paragraph', span: 6 },
  descriptionZh: { kind: 'paragraph', span: 6, hint: NOT_TRANSLATED },
  numCleaners: { kind: 'number', required: true },
  hoursPerCleaner: { kind: 'figure', unit: 'hours', required: true },
  breakHours: { kind: 'figure', unit: 'hours' },
  startTime: { kind: 'choice', none: t('None'), options: STARTS },
  credits: { kind: 'figure', unit: 'hours', required: true },
  pricingType: { kind: 'choice', options: PRICING_OPTIONS, also: priceOfPricing },
  pricePerHour: { kind: 'figure', unit: 'S$' },
  price: { kind: 'figure', unit: 'S$', required: true },
  suppliesCost: { kind: 'figure', unit: 'S$' },
  suppliesIncluded: { kind: 'flag', span: 6 },
  suppliesToBePrepared: { kind: 'paragraph', span: 6 },
  suppliesToBePreparedZh: { kind: 'paragraph', span: 6, hint: NOT_TRANSLATED },
  takesHours: {
    kind: 'choice',
    options: HOURS_OPTIONS,
    hint: t(
      'With the difference: each hour counts for what its package charges, and the rest is paid by card.',
    ),
  },
});

const TIER: FormFields<PackageValues>['pricePerHour'] = {
  label: t('Price per hour'),
  kind: 'choice',
  number: true,
  options: TIER_OPTIONS,
};

/** A fixed price starts with the computed price, and is reset to it. */
function priceOfPricing(_chosen: string, values: PackageValues): PackageValues {
  return { price: priceOf({ ...values, pricingType: 'hourly' })?.price };
}

/** The form layout of a package of this kind, depending on the current values. */
export function layoutOf(kind: PackageKind, values: PackageValues): RecordLayout<PackageValues> {
  const blank = { ...COMMON, ...BLANK_OF[kind] };
  return { blank, ...(kind === 'credit' ? creditLayout(values) : visitLayout(values)) };
}

type Panels = Omit<RecordLayout<PackageValues>, 'blank'>;

/** Pricing, and the price if it is not computed. */
function pricingOf({ pricingType }: PackageValues) {
  return pricingType === 'fixed' ? (['pricingType', 'price'] as const) : (['pricingType'] as const);
}

function creditLayout(values: PackageValues): Panels {
  return {
    fields: { ...FIELDS, pricePerHour: TIER },
    left: [
      { title: t('What is sold'), names: ['label', 'type', 'description', 'descriptionZh'] },
      { title: t('Hours and price'), names: ['credits', 'pricePerHour', ...pricingOf(values)] },
    ],
  };
}

function visitLayout(values: PackageValues): Panels {
  const category = { ...FIELDS.category, hint: kindOf(values) === 'credit' ? NO_HOME : undefined };
  const startTime = { ...FIELDS.startTime, kind: 'choice', options: startOptions(values.startTime) } as const;
  return {
    fields: { ...FIELDS, category, startTime },
    left: [
      { title: t('What is sold'), names: ['label', 'type', 'category', 'description', 'descriptionZh'] },
      { title: t('Crew and hours'), names: ['numCleaners', 'hoursPerCleaner', 'breakHours', 'startTime'] },
      { title: t('Price'), names: ['pricePerHour', ...pricingOf(values), 'takesHours'] },
    ],
    right: [
      {
        title: t('Supplies'),
        note: t('If not included, customers can add them when they book.'),
        names: ['suppliesCost', 'suppliesIncluded', 'suppliesToBePrepared', 'suppliesToBePreparedZh'],
      },
    ],
  };
}

/** The half hours, plus a different stored value that was set through the API. */
function startOptions(stored = '') {
  const isKnown = stored === '' || STARTS.some(({ value }) => value === stored);
  return isKnown ? STARTS : [...STARTS, { value: stored, label: stored }];
}

const NO_HOME = t('“{{credit_category}}” is reserved for credit hours. Enter a home size.', {
  credit_category: CREDIT_CATEGORY,
});
