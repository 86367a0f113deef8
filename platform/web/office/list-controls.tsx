import { Checkbox, Menu, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../design/parts/button.tsx';
import { Icon } from '../design/parts/icon.tsx';
import { TextButton } from '../design/parts/link.tsx';
import { useFormat } from '../format.ts';
import { t, tNodes } from '../i18n/office.ts';
import { CALENDAR_WORDS } from './calendar-words.ts';
import styles from './list.module.css';
import {
  beyondView,
  isFiltered,
  type ListState,
  type ListUpdate,
  type ListView,
  unfiltered,
} from './list-state.ts';
import { menuOverlay, overlay } from './overlay.ts';

/** A filter with one of a few values, or a range of days. */
export type ListFilter = ChoiceFilter | DaysFilter;

export interface ChoiceFilter {
  /** Its name in the route's query. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The options come from the records, such as a category: other values are accepted as well. */
  readonly anyValue?: true;
}

export interface DaysFilter {
  readonly label: string;
  /** The query's names of the first and the last day. */
  readonly days: readonly [from: string, to: string];
}

/** The query parameters of a filter. */
export function namesOf(filter: ListFilter): readonly string[] {
  return 'days' in filter ? filter.days : [filter.name];
}

interface Controls {
  readonly state: ListState;
  change(update: ListUpdate, options?: { readonly replace?: boolean }): void;
}

export interface FilterRowProps extends Controls {
  readonly filters: readonly ListFilter[];
  readonly many: string;
  /** The current tab. */
  readonly view: ListView | undefined;
}

/** The search, the filters, and a button that clears them. What the tab itself filters by shows as not set. */
export function FilterRow({ filters, state, change, many, view }: FilterRowProps) {
  const shown = { ...state, filters: beyondView(state, view) };
  return (
    <div className={`k-row k-wrap k-gap-8 k-gap-x-10 ${styles.filters}`}>
      <Search state={state} change={change} label={t('Search {{many}}', { many })} />
      {filters.map((filter) =>
        'days' in filter ? (
          <DayFilter key={filter.label} filter={filter} state={shown} change={change} />
        ) : (
          <Filter key={filter.name} filter={filter} state={shown} change={change} />
        ),
      )}
      {isFiltered(state, view) && (
        <TextButton onClick={() => change(unfiltered(view))}>{t('Clear filters')}</TextButton>
      )}
    </div>
  );
}

/** Debounce of the search field, ms. */
const PAUSE = 100;

export function Search({ state, change, label }: Controls & { readonly label: string }) {
  const [text, setText] = useState(state.q);
  const [sent, setSent] = useState(state.q);
  const [seen, setSeen] = useState(state.q);
  if (seen !== state.q) {
    setSeen(state.q);
    // The address changed by itself: Back, or Clear. What we sent must not overwrite what was typed since.
    if (state.q !== sent) setText(state.q);
    setSent(state.q);
  }
  const send = useRef(change);
  useEffect(() => {
    send.current = change;
  });
  useEffect(() => {
    const q = text.trim();
    if (q === sent) return;
    const timer = setTimeout(() => {
      setSent(q);
      send.current({ q }, { replace: sent !== '' }); // only the first letters add a history entry, so that Back clears the search
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return (
    <label className={`k-row k-gap-8 k-muted ${styles.search}`}>
      <Icon of={IconSearch} />
      <input
        type="search"
        placeholder={label}
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

/** Clears these filters; the others stay. */
export function without(names: readonly string[]): ListUpdate {
  return ({ filters }) => ({
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name))),
  });
}

/** A range of days, chosen in a month. */
function DayFilter({ filter, state, change }: Controls & { readonly filter: DaysFilter }) {
  const [from, to] = filter.days;
  const { [from]: first, [to]: last } = state.filters;
  const [open, setOpen] = useState(false);
  const [begun, setBegun] = useState<string | null>(null);
  const choose = ([start, end]: readonly [string | null, string | null]) => {
    setBegun(end === null ? start : null);
    if (start === null || end === null) return;
    setOpen(false);
    change(({ filters }) => ({ filters: { ...filters, [from]: start, [to]: end } }));
  };
  const isOn = first !== undefined || last !== undefined;
  return (
    <span className={styles.filter} data-on={isOn || undefined}>
      <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus {...overlay}>
        <Popover.Target>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(!open)}>
            <span className="k-hidden">{t('Filter: ')}</span>
            {isOn ? <DaysChosen first={first} last={last} /> : filter.label}
            {!isOn && <Icon of={IconChevronDown} size={18} />}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={filter.label}>
          <DatePicker
            type="range"
            allowSingleDateInRange
            hideOutsideDates
            highlightToday
            weekendDays={[]}
            ariaLabels={CALENDAR_WORDS}
            {...(first === undefined ? {} : { defaultDate: first })}
            value={begun === null ? [first ?? null, last ?? null] : [begun, null]}
            onChange={choose}
          />
        </Popover.Dropdown>
      </Popover>
      {isOn && (
        <button
          type="button"
          aria-label={t('Clear {{label}}', { label: filter.label })}
          onClick={() => change(without(filter.days))}
        >
          <Icon of={IconX} size={18} />
        </button>
      )}
    </span>
  );
}

function DaysChosen({
  first,
  last,
}: {
  readonly first: string | undefined;
  readonly last: string | undefined;
}) {
  const { date } = useFormat();
  if (first !== undefined && first === last) return <b>{date(first)}</b>;
  return (
    <span>
      {first !== undefined && <>{tNodes('From {{b}}', { b: <b>{date(first)}</b> })}</>}
      {last !== undefined && (
        <>
          {first === undefined ? t('Until') : t(' to')} <b>{date(last)}</b>
        </>
      )}
    </span>
  );
}

function Filter({ filter, state, change }: Controls & { readonly filter: ChoiceFilter }) {
  const value = state.filters[filter.name];
  const chosen = filter.options.find((option) => option.value === value);
  return (
    <span className={styles.filter} data-on={value !== undefined || undefined}>
      <Menu position="bottom-start" {...menuOverlay}>
        <Menu.Target>
          <button type="button">
            <span className="k-hidden">{t('Filter: ')}</span>
            {filter.label} {value !== undefined && <b>{chosen?.label ?? value}</b>}
            {value === undefined && <Icon of={IconChevronDown} size={18} />}
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.options}>
          {filter.options.map((option) => (
            <Menu.Item
              key={option.value}
              onClick={() =>
                change(({ filters }) => ({ filters: { ...filters, [filter.name]: option.value } }))
              }
              aria-current={option.value === value ? 'true' : undefined}
            >
              {option.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {value !== undefined && (
        <button
          type="button"
          aria-label={t('Clear {{label}}', { label: filter.label })}
          onClick={() => change(without([filter.name]))}
        >
          <Icon of={IconX} size={18} />
        </button>
      )}
    </span>
  );
}

interface ColumnsMenuProps extends Controls {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  /** The columns shown until others are chosen. */
  readonly usual: readonly string[];
}

/** Which columns are shown; the first one always is. */
export function ColumnsMenu({ columns, state, change, usual }: ColumnsMenuProps) {
  const [first, ...choice] = columns;
  const toggle = (key: string, on: boolean) => {
    change((now) => {
      const wanted = new Set(now.columns);
      if (on) wanted.add(key);
      else wanted.delete(key);
      const keys = columns.map((column) => column.key);
      return { columns: keys.filter((each) => wanted.has(each) || each === first?.key) };
    });
  };
  return (
    <Popover position="bottom-end" trapFocus {...overlay}>
      <Popover.Target>
        <Button kind="quiet" size="small" icon={IconColumns}>
          {t('Columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className="k-stack k-gap-10">
          <legend className="k-hidden">{t('Columns shown')}</legend>
          {choice.map(({ key, title }) => (
            <Checkbox
              key={key}
              label={title}
              checked={state.columns.includes(key)}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
          ))}
          <TextButton onClick={() => change({ columns: usual })}>{t('Reset columns')}</TextButton>
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
