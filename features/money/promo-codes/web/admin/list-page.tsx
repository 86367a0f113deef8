import { JOB_TYPE_NAMES, JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { discountText } from '../../rules/discount.ts';
import { PROMO_CODES, PROMO_TYPE_OPTIONS } from '../parts/promo-code.ts';
import { daysInWords } from './days-in-words.ts';

/** /admin/promocodes */
export function Component() {
  const { date } = useFormat();
  const columns: ListColumn<typeof PROMO_CODES.call>[] = [
    { key: 'code', title: t('Code'), sortby: 'code', render: ({ code }) => code },
    { key: 'label', title: t('Label'), sortby: 'label', render: ({ label }) => label },
    { key: 'off', title: t('Takes off'), sortby: 'type', render: discountText },
    { key: 'days', title: t('Days'), sortby: 'startDate', render: daysInWords },
    { key: 'used', title: t('Used'), number: true, render: ({ used }) => count(used) },
    {
      key: 'reserved',
      title: t('Reserved'),
      number: true,
      render: ({ reserved }) => count(reserved),
    },
    {
      key: 'left',
      title: t('Left'),
      number: true,
      render: ({ remainder }) => (remainder === null ? t('No limit') : count(remainder)),
    },
    {
      key: 'jobs',
      title: t('Jobs'),
      sortby: 'booking_type',
      render: ({ booking_type }) => booking_type.map((type) => JOB_TYPE_NAMES[type]).join(', ') || t('All'),
    },
    {
      key: 'ends',
      title: t('Last day'),
      sortby: 'endDate',
      extra: true,
      render: ({ endDate }) => endDate && date(endDate, 'long'),
    },
    {
      key: 'added',
      title: t('Added'),
      sortby: 'createdAt',
      extra: true,
      render: ({ createdAt }) => date(createdAt, 'long'),
    },
  ];
  return (
    <ListPage
      {...PROMO_CODES}
      columns={columns}
      filters={[
        { name: 'type', label: t('Type'), options: PROMO_TYPE_OPTIONS },
        { name: 'booking_type', label: t('Jobs'), options: JOB_TYPE_OPTIONS },
      ]}
      sortby="createdAt"
      order="desc"
    />
  );
}

/** `1,000` */
function count(figure: number): string {
  return figure.toLocaleString('en-SG');
}
