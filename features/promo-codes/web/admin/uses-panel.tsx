import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { type Status, StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { listPromoUses, type PromoReply, type PromoUse } from '../../contract.ts';
import styles from './uses-panel.module.css';

const FIRST = 25;
const MORE = 100;

/** Who used a code, for what, newest first. */
export function UsesPanel({ promo }: { readonly promo: PromoReply }) {
  const [size, setSize] = useState(FIRST);
  const input = { params: { id: promo.id }, query: { size } };
  const query = useQuery({ ...queryOf(listPromoUses, input), placeholderData: keepPreviousData });
  return (
    <Panel title="Uses" note={countsOf(promo)}>
      <Loaded query={query} what="its uses">
        {({ items, total = 0 }) => (
          <>
            {items.length === 0 ? <p className="k-muted">Nobody has used it yet.</p> : <Uses uses={items} />}
            {items.length < total && (
              <Button
                kind="quiet"
                size="small"
                busy={query.isFetching && 'Loading'}
                onClick={() => setSize(size + MORE)}
              >
                {`Show ${Math.min(MORE, total - items.length)} more of ${total}`}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** `12 used, 3 reserved, 85 left` */
function countsOf({ used, reserved, remainder }: PromoReply): string {
  return [`${used} used`, `${reserved} reserved`, ...(remainder === null ? [] : [`${remainder} left`])].join(
    ', ',
  );
}

function Uses({ uses }: { readonly uses: readonly PromoUse[] }) {
  return (
    <table className={styles.uses}>
      <caption className="k-hidden">Uses, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">For</th>
          <th scope="col">State</th>
          <th scope="col">Since</th>
          <th scope="col">Took off</th>
        </tr>
      </thead>
      <tbody>
        {uses.map((use) => (
          <Use key={use.id} use={use} />
        ))}
      </tbody>
    </table>
  );
}

const STATES: Readonly<Record<PromoUse['state'], { readonly status: Status; readonly word: string }>> = {
  reserved: { status: 'held', word: 'Reserved' },
  used: { status: 'done', word: 'Used' },
  released: { status: 'cancelled', word: 'Given back' },
};

function Use({ use }: { readonly use: PromoUse }) {
  const { money, date, time } = useFormat();
  const { status, word } = STATES[use.state];
  const since = use.releasedAt ?? use.usedAt ?? use.reservedAt;
  return (
    <tr>
      <td data-label="Customer">{use.customer.fullname}</td>
      <td data-label="For">
        {use.job === null ? (
          'A package of hours'
        ) : (
          <TextLink href={`/admin/jobs/${use.job.id}/view`}>
            {`${date(use.job.startTime)}, ${time(use.job.startTime)}`}
          </TextLink>
        )}
      </td>
      <td data-label="State">
        <StatusChip status={status}>{word}</StatusChip>
      </td>
      <td data-label="Since">{`${date(since)}, ${time(since)}`}</td>
      <td data-label="Took off">
        <span className="k-figure">{money(use.discount)}</span>
      </td>
    </tr>
  );
}
