import { t } from '../i18n/office.ts';
import type { ListChange, ListState } from './list-state.ts';

export interface SortProps {
  readonly state: ListState;
  change(change: ListChange): void;
}

export interface SortColumn {
  readonly title: string;
  readonly sortby?: string;
}

/** Cards have no headings to press, so on a phone the order is chosen here. */
export function PhoneSort({
  columns,
  state,
  change,
}: SortProps & { readonly columns: readonly SortColumn[] }) {
  const choices = columns.flatMap(({ sortby, title }) =>
    sortby === undefined
      ? []
      : (['asc', 'desc'] as const).map((order) => ({ sortby, order, label: `${title} ${ARROWS[order]}` })),
  );
  const value = `${state.sortby} ${state.order}`;
  return (
    <label>
      {t('Sort by')}
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find(({ sortby, order }) => `${sortby} ${order}` === target.value);
          if (chosen) change({ sortby: chosen.sortby, order: chosen.order });
        }}
      >
        {choices.map(({ sortby, order, label }) => (
          <option key={label} value={`${sortby} ${order}`}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

const ARROWS = { asc: '↑', desc: '↓' };
