import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallReply } from '#platform/web/api/callable.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import { listCredits } from '../../contract.ts';
import { LOT_SOURCES } from '../parts/lot-sources.ts';
import styles from './credits.module.css';

type Lot = CallReply<typeof listCredits>['items'][number];

const FIRST = 50;
const MORE = 200;

interface Props {
  readonly filters: Readonly<Record<string, string | number>>;
  onClear(): void;
}

/** Lots with who holds them, those first that expire soonest. */
export function HoldersTable({ filters, onClear }: Props) {
  const [size, setSize] = useState(FIRST);
  const query = useQuery({
    ...queryOf(listCredits, { query: { ...filters, size, sortby: 'expiresAt', order: 'asc' } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} what="who holds hours">
      {({ items, total = 0 }) => (
        <>
          {items.length === 0 ? (
            <Nobody isFiltered={Object.keys(filters).length > 0} onClear={onClear} />
          ) : (
            <Lots lots={items} />
          )}
          {items.length < total && (
            <Button
              kind="quiet"
              size="small"
              busy={query.isFetching && 'Loading'}
              onClick={() => setSize(size + MORE)}
            >
              {`Show ${Math.min(MORE, total - items.length)} more of ${total.toLocaleString('en-SG')}`}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

function Nobody({ isFiltered, onClear }: { readonly isFiltered: boolean; onClear(): void }) {
  if (!isFiltered) return <p className="k-muted">Nobody holds hours yet.</p>;
  return (
    <p className={styles.nobody}>
      No hours fit.
      <Button kind="quiet" size="small" onClick={onClear}>
        Clear filters
      </Button>
    </p>
  );
}

function Lots({ lots }: { readonly lots: readonly Lot[] }) {
  const { date, hours } = useFormat();
  return (
    <table className={styles.table}>
      <caption className="k-hidden">Who holds hours, soonest expiry first</caption>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">Left</th>
          <th scope="col">Tier</th>
          <th scope="col">From</th>
          <th scope="col">Use by</th>
        </tr>
      </thead>
      <tbody>
        {lots.map((lot) => (
          <tr key={lot.id}>
            <th scope="row">{lot.customer.fullname}</th>
            <td data-label="Left">{`${hours(lot.numCredits)} of ${lot.granted}`}</td>
            <td data-label="Tier">{lot.perHour === 0 ? 'Free' : `S$${lot.perHour}`}</td>
            <td data-label="From">{`${LOT_SOURCES[lot.source]}, ${date(lot.purchasedAt, 'dated')}`}</td>
            <td data-label="Use by">{lot.expiresAt === null ? 'No limit' : date(lot.expiresAt, 'dated')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
