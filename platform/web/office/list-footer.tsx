import { Pagination } from '@mantine/core';
import { ToastPlace } from '../design/parts/toast.tsx';
import styles from './list.module.css';
import { type ListChange, type ListState, PAGE_SIZES } from './list-state.ts';

interface ListFooterProps {
  readonly total: number | undefined;
  readonly shown: number | undefined;
  readonly many: string;
  readonly state: ListState;
  change(change: ListChange): void;
}

/** The range of rows, the page size, and the pages. */
export function ListFooter({ total, shown, many, state, change }: ListFooterProps) {
  const from = (state.page - 1) * state.size;
  const pages = Math.max(1, Math.ceil((total ?? 0) / state.size));
  return (
    <div className={styles.footer}>
      <span aria-live="polite">
        {total === undefined || shown === undefined || total === 0
          ? ''
          : `Rows ${from + 1} to ${from + shown} of ${total}`}
      </span>
      <ToastPlace className={styles.toasts} />
      <label className={styles.size}>
        <select value={state.size} onChange={(event) => change({ size: Number(event.target.value) })}>
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>{' '}
        {many} per page
      </label>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={state.page}
          onChange={(page) => change({ page })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? 'Next page' : 'Previous page',
          })}
        />
      )}
    </div>
  );
}
