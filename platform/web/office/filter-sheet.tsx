import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import { useState } from 'react';
import { Button } from '../design/parts/button.tsx';
import { Sheet } from '../design/parts/sheet.tsx';
import { t } from '../i18n/office.ts';
import styles from './list.module.css';
import {
  type ChoiceFilter,
  type DaysFilter,
  type FilterRowProps,
  Search,
  without,
} from './list-controls.tsx';
import { beyondView, type ListState, type ListUpdate, unfiltered } from './list-state.ts';
import { PhoneSort, type SortColumn } from './phone-sort.tsx';

interface FilterSheetProps extends Omit<FilterRowProps, 'many'> {
  readonly columns: readonly SortColumn[];
}

/** The row of filters on a phone: the search, and a button for the rest. */
export function PhoneFilterRow({ many, ...sheet }: FilterSheetProps & Pick<FilterRowProps, 'many'>) {
  return (
    <div className={`k-row k-wrap k-gap-8 k-gap-x-10 ${styles.filters}`}>
      <Search state={sheet.state} change={sheet.change} label={t('Search {{many}}', { many })} />
      <FilterSheet {...sheet} />
    </div>
  );
}

/** All filters and the order in one sheet. */
function FilterSheet({ filters, columns, state, view, change }: FilterSheetProps) {
  const set = beyondView(state, view);
  const [open, setOpen] = useState(false);
  const count = Object.keys(set).length;
  return (
    <>
      <Button kind="quiet" size="small" icon={IconFilter} onClick={() => setOpen(true)}>
        {count === 0 ? t('Filters') : t('Filters ({{count}})', { count })}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('Filters')}
        closeLabel={t('Close')}
        actions={
          <>
            <Button kind="quiet" onClick={() => change(unfiltered(view))}>
              {t('Clear filters')}
            </Button>
            <Button onClick={() => setOpen(false)}>{t('Show')}</Button>
          </>
        }
      >
        <div className={styles.sheet}>
          {filters.map((filter) =>
            'days' in filter ? (
              <DayRangeFilter key={filter.label} filter={filter} set={set} change={change} />
            ) : (
              <ChoiceFilterField key={filter.name} filter={filter} set={set} change={change} />
            ),
          )}
          <PhoneSort columns={columns} state={state} change={change} />
        </div>
      </Sheet>
    </>
  );
}

interface FieldProps<Filter> extends Pick<FilterRowProps, 'change'> {
  readonly filter: Filter;
  /** The filters beyond those of the tab. */
  readonly set: ListState['filters'];
}

function ChoiceFilterField({ filter, set, change }: FieldProps<ChoiceFilter>) {
  const { name, label, options } = filter;
  return (
    <label>
      {label}
      <select value={set[name] ?? ''} onChange={({ target }) => change(setting(name, target.value))}>
        <option value="">{t('Any')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function DayRangeFilter({ filter, set, change }: FieldProps<DaysFilter>) {
  const [from, to] = filter.days;
  return (
    <fieldset>
      <legend>{filter.label}</legend>
      {[
        { name: from, label: t('From') },
        { name: to, label: t('To') },
      ].map(({ name, label }) => (
        <label key={name}>
          {label}
          <input
            type="date"
            value={set[name] ?? ''}
            onChange={({ target }) => change(setting(name, target.value))}
          />
        </label>
      ))}
    </fieldset>
  );
}

/** Sets a filter, or clears it for an empty value. */
function setting(name: string, value: string): ListUpdate {
  if (value === '') return without([name]);
  return ({ filters }) => ({ filters: { ...filters, [name]: value } });
}
