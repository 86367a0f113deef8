import { type RefObject, useRef } from 'react';
import { useShortcut } from '../shortcuts.ts';

/** What a row opens, or else the first thing in it that can have the focus. */
const TARGETS = ['[data-card="name"] a', 'a[href]', 'button', 'input'];

/**
 * J and K move the focus through the rows of the table in `frame`, to the link that each row opens: Enter follows it. X
 * ticks the row that has the focus.
 */
export function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null);
  const rows = () => [...(frame.current?.querySelectorAll('tbody tr') ?? [])];
  const current = () => {
    const row = document.activeElement?.closest('tbody tr') ?? null;
    return row !== null && frame.current?.contains(row) === true ? row : null;
  };
  const step = (by: 1 | -1) => {
    const all = rows();
    const from = all.indexOf(current() ?? last.current ?? document.body);
    const row = all[from === -1 ? 0 : Math.min(Math.max(from + by, 0), all.length - 1)];
    if (row === undefined) return;
    last.current = row;
    const target = TARGETS.map((selector) => row.querySelector<HTMLElement>(selector)).find(Boolean);
    target?.focus();
  };
  useShortcut('j', () => step(1));
  useShortcut('k', () => step(-1));
  useShortcut('x', () => current()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click());
}
