import { money } from '#platform/web/amounts.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { isCreditPackage, kindOf } from '../../rules/package.ts';
import { JOB_TYPE_NAMES, JOB_TYPE_OPTIONS } from '../parts/job-type-names.ts';
import { PACKAGE_KIND_OPTIONS, PACKAGES } from '../parts/package.ts';
import { rateLabel, sizeLabel, suppliesLabel } from './package-labels.ts';

const KIND_NAMES = Object.fromEntries(PACKAGE_KIND_OPTIONS.map(({ value, label }) => [value, label]));

/** /admin/packages */
export function Component() {
  const { date } = useFormat();
  const added: ListColumn<typeof PACKAGES.call> = {
    key: 'added',
    title: t('Added'),
    sortby: 'createdAt',
    extra: true,
    render: (item) => date(item.createdAt, 'long'),
  };
  const homes = useHomes().map((home) => ({ value: home, label: home }));
  return (
    <ListPage
      {...PACKAGES}
      columns={[...COLUMNS, added]}
      filters={[
        { name: 'kind', label: t('Kind'), options: PACKAGE_KIND_OPTIONS },
        { name: 'type', label: t('Service'), options: JOB_TYPE_OPTIONS },
        { name: 'category', label: t('Home'), options: homes, anyValue: true },
      ]}
      sortby="type"
    />
  );
}

const COLUMNS: readonly ListColumn<typeof PACKAGES.call>[] = [
  { key: 'label', title: t('Label'), sortby: 'label', render: ({ label }) => label },
  { key: 'kind', title: t('Kind'), render: (item) => KIND_NAMES[kindOf(item)] },
  { key: 'service', title: t('Service'), sortby: 'type', render: ({ type }) => JOB_TYPE_NAMES[type] },
  {
    key: 'home',
    title: t('Home'),
    sortby: 'category',
    render: (item) => (isCreditPackage(item) ? '' : item.category),
  },
  { key: 'size', title: t('Cleaners × hours'), number: true, render: sizeLabel },
  { key: 'price', title: t('Price'), sortby: 'price', number: true, render: ({ price }) => money(price) },
  { key: 'rate', title: t('Per hour'), number: true, render: rateLabel },
  { key: 'supplies', title: t('Supplies'), render: suppliesLabel },
  {
    key: 'description',
    title: t('Description'),
    sortby: 'description',
    extra: true,
    render: ({ description }) => description,
  },
];

/** The home sizes of existing packages. */
function useHomes(): readonly string[] {
  const query = { size: 1000, kind: 'visit', sortby: 'category', count: '0' } as const;
  const items = useCall(PACKAGES.call, { query }).data?.items ?? [];
  return [...new Set(items.map(({ category }) => category).filter((home) => home !== ''))];
}
