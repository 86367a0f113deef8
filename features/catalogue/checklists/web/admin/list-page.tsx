import { JOB_TYPE_NAMES, JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { rowDrag } from '#platform/web/office/row-drag.tsx';
import { reorderChecklists } from '../../contract.ts';
import { CHECKLISTS, useCategories } from '../parts/checklist-item.ts';

/** /admin/checklists */
export function Component() {
  const { date } = useFormat();
  const columns: ListColumn<typeof CHECKLISTS.call>[] = [
    { key: 'english', title: t('English'), sortby: 'english', render: (item) => item.english },
    {
      key: 'chinese',
      title: '中文',
      sortby: 'chinese',
      render: (item) => <span lang="zh">{item.chinese}</span>,
    },
    { key: 'category', title: t('Category'), sortby: 'category', render: (item) => item.category },
    {
      key: 'jobs',
      title: t('Jobs'),
      sortby: 'jobTypes',
      render: (item) => item.jobTypes.map((type) => JOB_TYPE_NAMES[type]).join(', ') || t('All'),
    },
    {
      key: 'position',
      title: t('Position'),
      sortby: 'position',
      number: true,
      render: (item) => item.position,
    },
    {
      key: 'added',
      title: t('Added'),
      sortby: 'createdAt',
      extra: true,
      render: (item) => date(item.createdAt, 'long'),
    },
  ];
  const categories = useCategories().map((category) => ({ value: category, label: category }));
  return (
    <ListPage
      {...CHECKLISTS}
      columns={columns}
      filters={[
        { name: 'category', label: t('Category'), options: categories, anyValue: true },
        { name: 'jobType', label: t('Jobs'), options: JOB_TYPE_OPTIONS },
      ]}
      sortby="position"
      size={250}
      reorder={reorderChecklists}
      drag={rowDrag}
    />
  );
}
