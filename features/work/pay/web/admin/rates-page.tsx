import { useState } from 'react';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import type { RateReply } from '../../contract/shapes.ts';
import { listRates } from '../../contract.ts';
import { changePay } from '../../rules/policy.ts';
import styles from '../parts/pay.module.css';
import { RateDialog } from './rate-dialog.tsx';

/** /admin/pay/rates: what an hour is paid, for everyone and for single cleaners. */
export function Component() {
  const rates = useCall(listRates, { query: {} });
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useMay(changePay);
  const add = mayAdd && (
    <Button size="small" onClick={() => setAdding(true)}>
      New rate
    </Button>
  );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageTitle>Pay rates</PageTitle>
        {rates.data?.items.length !== 0 && add}
      </header>
      <p className={styles.lead}>
        For each visit, the most specific rate on its day applies: a cleaner’s own before everyone’s, and one
        for the kind of work before one for all kinds.
      </p>
      <Loaded query={rates} what="the pay rates">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No pay rates yet." level={2} action={add}>
              Start with one for everyone and all kinds of work.
            </EmptyState>
          ) : (
            <Rates items={items} />
          )
        }
      </Loaded>
      {isAdding && <RateDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function Rates({ items }: { readonly items: readonly RateReply[] }) {
  const current = items.filter(({ isCurrent, centsPerHour }) => isCurrent && centsPerHour !== null);
  const others = items.filter((item) => !current.includes(item));
  return (
    <>
      <Panel title="Today">
        <RatesTable caption="Pay rates today" items={current.toSorted(generalFirst)} />
      </Panel>
      {others.length > 0 && (
        <Panel title="Past and future" note="Newest first. Rates are never changed, only replaced.">
          <RatesTable caption="Past and future pay rates" items={others} />
        </Panel>
      )}
    </>
  );
}

function generalFirst(one: RateReply, other: RateReply): number {
  const nameOf = ({ cleaner, jobType }: RateReply) => `${cleaner?.fullname ?? ''} ${jobType ?? ''}`;
  return nameOf(one).localeCompare(nameOf(other), 'en');
}

interface RatesTableProps {
  readonly caption: string;
  readonly items: readonly RateReply[];
}

function RatesTable({ caption, items }: RatesTableProps) {
  const { date, money } = useFormat();
  return (
    <PanelTable
      caption={caption}
      items={items}
      columns={[
        { title: 'For', render: ({ cleaner }) => cleaner?.fullname ?? 'Everyone' },
        {
          title: 'Kind of work',
          render: ({ jobType }) => (jobType === null ? 'All kinds' : JOB_TYPE_NAMES[jobType]),
        },
        {
          title: 'Per hour',
          number: true,
          render: ({ centsPerHour }) => (centsPerHour === null ? 'Ends' : money(centsPerHour)),
        },
        { title: 'From', render: ({ validFrom }) => date(validFrom, 'dated') },
        { title: 'Saved', render: ({ by, createdAt }) => `${by}, ${date(createdAt, 'dated')}` },
      ]}
    />
  );
}
