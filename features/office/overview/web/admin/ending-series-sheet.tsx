import { useState } from 'react';
import { Link } from 'react-router';
import { offerRenewals } from '#features/work/series/contract.ts';
import { offerRenewals as permission } from '#features/work/series/rules/policy.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import type { NeedRow } from '../../contract/needs.ts';
import { readOverview } from '../../contract.ts';
import { NOT_OFFERED_WORDS } from './need-view.ts';
import styles from './overview.module.css';

type Ending = Extract<NeedRow, { kind: 'series-ending' }>;

/** All series that end soon: book more with a customer on the phone, or send all of them the offer to continue. */
export function EndingSeriesSheet({ onClose }: { onClose(): void }) {
  const overview = useCall(readOverview, { query: { each: 100 } });
  const series = (overview.data?.needs ?? []).filter((need): need is Ending => need.kind === 'series-ending');
  const open = series.filter(({ offeredAt }) => offeredAt === null);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const offer = useAct(offerRenewals, {
    refresh: [readOverview],
    onSuccess: (reply) =>
      setFailed(
        reply.failed.map(({ seriesID, reason }) => {
          const name = series.find(({ id }) => id === seriesID)?.visit.customer.fullname ?? 'A customer';
          return `${name}: ${NOT_OFFERED_WORDS[reason]}`;
        }),
      ),
  });
  const press = () => {
    if (!offer.isPending) offer.mutate({ body: { seriesIDs: open.map(({ id }) => id) } });
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title="Series that end within 14 days"
      closeLabel="Close"
      actions={
        <May act={permission}>
          {open.length > 0 && (
            <Button busy={offer.isPending && 'Sending'} onClick={press}>
              {open.length === series.length ? `Offer all ${open.length}` : `Offer the other ${open.length}`}
            </Button>
          )}
        </May>
      }
    >
      <div className={styles.offers}>
        <p>
          Nothing is booked after these visits. An offer is an e-mail to the customer with a link to book the
          next ones.
        </p>
        <div role="status">
          {failed.length > 0 && (
            <Notice kind="bad">
              Not sent to {failed.length === 1 ? '1 customer' : `${failed.length} customers`}:
              <ul>
                {failed.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </Notice>
          )}
          {offer.isSuccess && offer.data.offered.length > 0 && (
            <Notice>{`${offer.data.offered.length} ${offer.data.offered.length === 1 ? 'customer has' : 'customers have'} the offer.`}</Notice>
          )}
          {offer.error && <Notice kind="bad">{offer.error.message}</Notice>}
        </div>
        <Loaded query={overview} what="the series">
          {() => (
            <ul className={styles.needs}>
              {series.map((one) => (
                <EndingRow key={one.id} series={one} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Sheet>
  );
}

function EndingRow({ series: { visit, when, offeredAt } }: { readonly series: Ending }) {
  const { date } = useFormat();
  return (
    <li className={styles.ending}>
      <div className={styles.words}>
        <Link to={`/admin/jobs/${visit.jobID}/view`}>{visit.customer.fullname}</Link>
        <p>
          {visit.label}, last visit {date(when)}.{' '}
          {offeredAt === null ? 'Not offered.' : `Offered ${date(offeredAt)}.`}
        </p>
      </div>
      <May act={permission}>
        <Link to={`/admin/jobs/new?renews=${visit.jobID}`}>Book more</Link>
      </May>
    </li>
  );
}
