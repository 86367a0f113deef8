import type { z } from 'zod';
import { JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { t } from '#platform/web/i18n/office.ts';
import { formFields, type RecordLayout } from '#platform/web/office/form-fields.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { checklistFields, checklists } from '../../contract.ts';

export const CHECKLISTS = recordKind({
  one: t('checklist item'),
  many: t('checklist items'),
  home: '/admin/checklists',
  param: 'checklistID',
  audited: 'checklist_item',
  calls: checklists,
  nameOf: ({ english }) => english,
});

type Item = Omit<z.input<typeof checklists.create.body>, never>;

const BLANK: Item = { ...checklistFields.initial, english: '', position: undefined };

/** The existing headings, in list order. */
export function useCategories(): readonly string[] {
  const items = useCall(checklists.list, { query: { size: 2000, count: '0' } }).data?.items ?? [];
  return [...new Set(items.map(({ category }) => category))];
}

/** The form layout of an item, with the existing headings as suggestions. */
export function useItemLayout(): RecordLayout<Item> {
  return {
    blank: BLANK,
    fields: formFields(checklistFields, {
      english: { span: 6 },
      chinese: { label: '中文', span: 6, lang: 'zh' },
      category: { kind: 'suggested', span: 4, suggestions: useCategories() },
      position: { kind: 'number', span: 2, hint: t('Leave blank to add it at the end.') },
      jobTypes: { kind: 'ticks', span: 6, options: JOB_TYPE_OPTIONS, none: t('All') },
    }),
    left: [
      { title: t('Item'), names: ['english', 'chinese'] },
      { title: t('Position in the list'), names: ['category', 'position'] },
    ],
    right: [{ title: t('Jobs'), note: t('Leave all unticked for all jobs.'), names: ['jobTypes'] }],
  };
}
