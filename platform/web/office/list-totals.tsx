import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Callable, CallReply } from '../api/callable.ts';
import { queryOf } from '../api/queries.ts';
import { TextButton } from '../design/parts/link.tsx';
import { t, tNodes } from '../i18n/office.ts';
import styles from './list.module.css';

/** What the rows of a list add up to: a route that takes the list's filters, and how its reply reads. */
export interface ListTotals {
  readonly call: Callable;
  render(reply: never): ReactNode;
}

/** Keeps the types of the route and the renderer in step. */
export function listTotals<C extends Callable>(
  call: C,
  render: (reply: CallReply<C>) => ReactNode,
): ListTotals {
  return { call, render };
}

interface TotalsLineProps {
  readonly totals: ListTotals;
  /** The filters of the list, without paging and order. */
  readonly filters: object;
}

/** The line with the totals of exactly the filters chosen; never those of the filters before. */
export function TotalsLine({ totals, filters }: TotalsLineProps) {
  const query = useQuery(queryOf<Callable>(totals.call, { query: filters }));
  return (
    <div className={styles.totals} role="status" aria-label={t('Totals')}>
      {query.data !== undefined && totals.render(query.data as never)}
      {query.data === undefined && !query.isError && <span>{t('Adding up…')}</span>}
      {query.data === undefined &&
        query.isError &&
        tNodes('The totals could not be loaded. {{textbutton}}', {
          textbutton: <TextButton onClick={() => void query.refetch()}>{t('Try again')}</TextButton>,
        })}
    </div>
  );
}
