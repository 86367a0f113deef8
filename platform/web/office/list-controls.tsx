import { Checkbox, Menu, Popover } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../design/parts/button.tsx';
import { Icon } from '../design/parts/icon.tsx';
import { TextButton } from '../design/parts/link.tsx';
import { isFiltered, type ListChange, type ListShape, type ListState } from './list-state.ts';
import styles from './office.module.css';

/** A filter that takes one value of a few. */
export interface ListFilter {
  /** As the call's query names it. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

interface Controls {
  readonly state: ListState;
  change(change: ListChange, options?: { readonly replace?: boolean }): void;
}

interface FilterRowProps extends Controls {
  readonly filters: readonly ListFilter[];
  readonly many: string;
}

/** The search, the filters, and one word that clears them. */
export function FilterRow({ filters, state, change, many }: FilterRowProps) {
  return (
    <div className={styles.filters}>
      <Search state={state} change={change} label={`In these ${many}`} />
      {filters.map((filter) => (
        <Filter key={filter.name} filter={filter} state={state} change={change} />
      ))}
      {isFiltered(state) && (
        <TextButton onClick={() => change({ q: '', filters: {} })}>Clear filters</TextButton>
      )}
    </div>
  );
}

/** Typing pauses this long before the list is asked again, ms. */
const PAUSE = 250;

function Search({ state, change, label }: Controls & { readonly label: string }) {
  const [text, setText] = useState(state.q);
  const asked = useRef(state.q);
  // The address changed by itself: Back, or Clear.
  if (asked.current !== state.q) {
    asked.current = state.q;
    setText(state.q);
  }
  const send = useRef(change);
  useEffect(() => {
    send.current = change;
  });
  useEffect(() => {
    if (text.trim() === asked.current) return;
    const timer = setTimeout(() => {
      const replace = asked.current !== ''; // the first letters make a step that Back takes back, the rest do not
      asked.current = text.trim();
      send.current({ q: text.trim() }, { replace });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className={styles.search}>
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

function Filter({ filter, state, change }: Controls & { readonly filter: ListFilter }) {
  const value = state.filters[filter.name];
  const chosen = filter.options.find((option) => option.value === value);
  const { [filter.name]: _without, ...others } = state.filters;
  return (
    <span className={styles.filter} data-on={value !== undefined || undefined}>
      <Menu position="bottom-start" shadow="md" withinPortal>
        <Menu.Target>
          <button type="button">
            {filter.label} {value !== undefined && <b>{chosen?.label ?? value}</b>}
            {value === undefined && <Icon of={IconChevronDown} size={18} />}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {filter.options.map((option) => (
            <Menu.Item
              key={option.value}
              onClick={() => change({ filters: { ...others, [filter.name]: option.value } })}
              aria-current={option.value === value ? 'true' : undefined}
            >
              {option.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {value !== undefined && (
        <button type="button" aria-label={`Clear ${filter.label}`} onClick={() => change({ filters: others })}>
          <Icon of={IconX} size={18} />
        </button>
      )}
    </span>
  );
}

interface ColumnsMenuProps extends Controls {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly shape: ListShape;
}

/** Which columns are shown; the first one always is. */
export function ColumnsMenu({ columns, state, change, shape }: ColumnsMenuProps) {
  const [first, ...choice] = columns;
  const toggle = (key: string, on: boolean) => {
    const wanted = new Set(state.columns);
    if (on) wanted.add(key);
    else wanted.delete(key);
    change({ columns: columns.map((column) => column.key).filter((each) => wanted.has(each) || each === first?.key) });
  };
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Button kind="quiet" size="small" icon={IconColumns}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={styles.columns}>
          <legend className="k-hidden">Columns shown</legend>
          {choice.map(({ key, title }) => (
            <Checkbox
              key={key}
              label={title}
              checked={state.columns.includes(key)}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
          ))}
          <TextButton onClick={() => change({ columns: shape.columns })}>As usual</TextButton>
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
