import { tierName } from '#features/people/customers/web/parts/credit-tiers.tsx';
import type { CallReply } from '#platform/web/api/callable.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { FirstRows } from '#platform/web/office/first-rows.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { listCredits } from '../../contract.ts';
import { LOT_SOURCES } from '../parts/lot-sources.ts';
import styles from './credits.module.css';

type Lot = CallReply<typeof listCredits>['items'][number];

interface Props {
  readonly filters: Readonly<Record<string, string | number>>;
  onClear(): void;
}

/** Lots with their holders, soonest expiry first. */
export function HoldersTable({ filters, onClear }: Props) {
  return (
    <FirstRows
      call={listCredits}
      query={{ ...filters, sortby: 'expiresAt', order: 'asc' }}
      what="who holds hours"
      none={<Nobody isFiltered={Object.keys(filters).length > 0} onClear={onClear} />}
      first={50}
      more={200}
    >
      {(lots) => <Lots lots={lots} />}
    </FirstRows>
  );
}

function Nobody({ isFiltered, onClear }: { readonly isFiltered: boolean; onClear(): void }) {
  if (!isFiltered) return <p className="k-muted">No one holds hours yet.</p>;
  return (
    <p className={styles.nobody}>
      No hours match.
      <Button kind="quiet" size="small" onClick={onClear}>
        Clear filters
      </Button>
    </p>
  );
}

function Lots({ lots }: { readonly lots: readonly Lot[] }) {
  const { date, hours } = useFormat();
  return (
    <PanelTable
      caption="Who holds hours, soonest expiry first"
      items={lots}
      columns={[
        { title: 'Customer', render: ({ customer }) => customer.fullname },
        { title: 'Left', render: ({ numCredits, granted }) => `${hours(numCredits)} of ${granted}` },
        { title: 'Tier', render: ({ perHour }) => tierName(perHour) },
        {
          title: 'From',
          render: ({ source, purchasedAt }) => `${LOT_SOURCES[source]}, ${date(purchasedAt, 'dated')}`,
        },
        {
          title: 'Use by',
          render: ({ expiresAt }) => (expiresAt === null ? 'No limit' : date(expiresAt, 'dated')),
        },
      ]}
    />
  );
}
