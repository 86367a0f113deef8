import type { z } from 'zod';
import { JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { useCall } from '#platform/web/api/queries.ts';
import type { RecordLayout } from '#platform/web/office/form-fields.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { checklists, type createBody } from '../../contract.ts';

export const CHECKLISTS = recordKind({
  one: 'checklist item',
  many: 'checklist items',
  home: '/admin/checklists',
  param: 'checklistID',
  audited: 'checklist_item',
  calls: checklists,
  nameOf: ({ english }) => english,
});

type Item = Pick<z.input<typeof createBody>, 'english' | 'chinese' | 'category' | 'position' | 'jobTypes'>;

const BLANK: Item = { english: '', chinese: '', category: '', position: undefined, jobTypes: [] };

/** The existing headings, in list order. */
export function useCategories(): readonly string[] {
  const items = useCall(checklists.list, { query: { size: 2000, count: '0' } }).data?.items ?? [];
  return [...new Set(items.map(({ category }) => category))];
}

/** The form layout of an item, with the existing headings as suggestions. */
export function useItemLayout(): RecordLayout<Item> {
  return {
    blank: BLANK,
    fields: {
      english: { label: 'English', span: 6, required: true },
      chinese: { label: '中文', span: 6, lang: 'zh' },
      category: { label: 'Category', kind: 'suggested', span: 4, suggestions: useCategories() },
      position: { label: 'Position', kind: 'number', span: 2, hint: 'Leave blank to add it at the end.' },
      jobTypes: { label: 'Jobs', kind: 'ticks', span: 6, options: JOB_TYPE_OPTIONS, none: 'All' },
    },
    left: [
      { title: 'Item', names: ['english', 'chinese'] },
      { title: 'Position in the list', names: ['category', 'position'] },
    ],
    right: [{ title: 'Jobs', note: 'Leave all unticked for all jobs.', names: ['jobTypes'] }],
  };
}
