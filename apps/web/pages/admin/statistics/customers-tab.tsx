import { readCustomerStatistics } from '#features/office/statistics/contract.ts';
import { LOST_AFTER_DAYS } from '#features/office/statistics/rules/customers.ts';
import { percentOfAll } from '#features/office/statistics/rules/visits.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { count, linkTo, type PanelPeriods, queryOfPeriod } from './panel.ts';
import { fileOf, periodColumn, RowsChart, withIDs } from './period-rows.tsx';
import { Statistic } from './statistic.tsx';
import styles from './statistics.module.css';
import { StatisticsTable } from './statistics-table.tsx';

type Customers = CallReply<typeof readCustomerStatistics>;

/** Which customers come, stay and leave. */
export function CustomersTab({ period, before, by }: PanelPeriods) {
  const query = useCall(readCustomerStatistics, { query: { ...queryOfPeriod(period), by } });
  const earlier = useCall(readCustomerStatistics, { query: { ...queryOfPeriod(before), by } }).data;
  return (
    <Loaded query={query} what="the customers">
      {(now) => (
        <>
          <NewAndLost now={now} before={earlier} />
          <Cohorts now={now} />
        </>
      )}
    </Loaded>
  );
}

function NewAndLost({ now, before }: { readonly now: Customers; readonly before: Customers | undefined }) {
  const { from_date, to_date } = now;
  return (
    <Panel
      title="Customers"
      note={`By the date of their visits. New: the first visit is in this period. Lost: ${LOST_AFTER_DAYS} days without a visit ended in it, and none is ahead.`}
    >
      <dl className={styles.statistics}>
        <Statistic label="New" now={now.new} before={before?.new} format={count} />
        <Statistic label="Returning" now={now.returning} before={before?.returning} format={count} />
        <Statistic
          label="With a visit"
          now={now.served}
          before={before?.served}
          format={count}
          to={linkTo('/admin/jobs', { status: 'going-ahead', from_date, to_date })}
        />
        <Statistic label="Lost" now={now.lost} before={before?.lost} format={count} />
        <Statistic
          label="Active at the end"
          now={now.active}
          before={before?.active}
          format={count}
          detail={`A visit in the last ${LOST_AFTER_DAYS} days, or one ahead`}
        />
      </dl>
      {now.served === 0 && now.active === 0 && !before?.served ? (
        <p className="k-muted">No customers had a visit in this period.</p>
      ) : (
        <>
          <RowsChart
            title="New customers over time"
            rows={now.rows}
            before={before?.rows}
            figureOf={(row) => row.new}
            format={count}
          />
          <StatisticsTable
            isFolded
            caption={`New and lost customers by ${now.by}`}
            file={fileOf('customers', now)}
            rows={withIDs(now.rows)}
            columns={[
              periodColumn(now.by),
              { title: 'New', number: true, csv: (row) => row.new, show: (row) => count(row.new) },
              { title: 'Lost', number: true, csv: (row) => row.lost, show: (row) => count(row.lost) },
            ]}
          />
        </>
      )}
    </Panel>
  );
}

function Cohorts({ now }: { readonly now: Customers }) {
  const { date } = useFormat();
  const cohorts = now.cohorts.filter(({ customers }) => customers > 0);
  const later = Math.max(0, ...cohorts.map(({ active }) => active.length - 1));
  const months = Array.from({ length: later }, (_, index) => index + 1);
  const nameOf = (month: string) => date(`${month}-01`, 'dated').replace(/^\d+ /, '');
  return (
    <Panel
      title="Retention"
      note="Customers by the month of their first visit, the last twelve months: the share that had a visit in each month after it."
    >
      {cohorts.length === 0 ? (
        <p className="k-muted">No customers had their first visit in these months.</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by arrow keys */}
          <section className={styles.grid} aria-label="Customers who came back" tabIndex={0}>
            <table>
              <caption className="k-hidden">Retention, in percent</caption>
              <thead>
                <tr>
                  <th scope="col">First visit</th>
                  <th scope="col">Customers</th>
                  {months.map((month) => (
                    <th
                      key={month}
                      scope="col"
                      aria-label={`${month} ${month === 1 ? 'month' : 'months'} later`}
                    >
                      {`+${month}`}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {cohorts.map(({ month, customers, active }) => (
                  <tr key={month}>
                    <th scope="row">{nameOf(month)}</th>
                    <td>{count(customers)}</td>
                    {months.map((nth) => (
                      <Share key={nth} part={active[nth]} all={customers} />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <StatisticsTable
            isFolded
            caption="Customers by month of first visit"
            file={fileOf('cohorts', now)}
            rows={cohorts.map((cohort) => ({ ...cohort, id: cohort.month }))}
            columns={[
              { title: 'First visit', csv: (row) => row.month, show: (row) => nameOf(row.month) },
              {
                title: 'Customers',
                number: true,
                csv: (row) => row.customers,
                show: (row) => count(row.customers),
              },
              ...months.map((nth) => ({
                title: `Month ${nth}`,
                number: true as const,
                csv: (row: Customers['cohorts'][number]) => row.active[nth] ?? '',
                show: (row: Customers['cohorts'][number]) => row.active[nth] ?? '',
              })),
            ]}
          />
        </>
      )}
    </Panel>
  );
}

/** Empty for a month that has not come. */
function Share({ part, all }: { readonly part: number | undefined; readonly all: number }) {
  if (part === undefined) return <td />;
  const share = percentOfAll(part, all) ?? 0;
  return <td data-level={Math.ceil(share / 25)}>{`${share}%`}</td>;
}
