import { readCustomerStatistics } from '#features/office/statistics/contract.ts';
import { LOST_AFTER_DAYS } from '#features/office/statistics/rules/customers.ts';
import { percentOfAll } from '#features/office/statistics/rules/visits.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { date } from '#platform/web/format.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import { Panel } from '#platform/web/office/record.tsx';
import {
  type Column,
  ComparedPeriods,
  count,
  figureColumn,
  jobsLink,
  type Measure,
  MeasureList,
  PeriodsTable,
  RowsChart,
  type Shown,
  StatisticsTable,
} from './panel.tsx';
import styles from './statistics.module.css';
import type { PanelPeriods } from './view.ts';

type Customers = CallReply<typeof readCustomerStatistics>;

/** Which customers come, stay and leave. */
export function CustomersTab(periods: PanelPeriods) {
  const { by } = periods;
  return (
    <ComparedPeriods call={readCustomerStatistics} query={{ by }} periods={periods} what={t('the customers')}>
      {(shown) => (
        <>
          <NewAndLost {...shown} />
          <Cohorts now={shown.now} />
        </>
      )}
    </ComparedPeriods>
  );
}

const CUSTOMERS: readonly Measure<Customers>[] = [
  { label: t('New'), figure: (reply) => reply.new, format: 'count' },
  { label: t('Returning'), figure: (reply) => reply.returning, format: 'count' },
  {
    label: t('With a visit'),
    figure: (reply) => reply.served,
    format: 'count',
    to: (reply) => jobsLink(reply, { status: 'going-ahead' }),
  },
  { label: t('Lost'), figure: (reply) => reply.lost, format: 'count' },
  {
    label: t('Active at the end'),
    figure: (reply) => reply.active,
    format: 'count',
    detail: () =>
      t('A visit in the last {{lost_after_days}} days, or one ahead', { lost_after_days: LOST_AFTER_DAYS }),
  },
];

function NewAndLost(shown: Shown<Customers>) {
  const { now, before } = shown;
  return (
    <Panel
      title={t('Customers')}
      note={t(
        'By the date of their visits. New: the first visit is in this period. Lost: {{lost_after_days}} days without a visit ended in it, and none is ahead.',
        { lost_after_days: LOST_AFTER_DAYS },
      )}
    >
      <MeasureList measures={CUSTOMERS} shown={shown} />
      {now.served === 0 && now.active === 0 && !before?.served ? (
        <p className="k-muted">{t('No customers had a visit in this period.')}</p>
      ) : (
        <>
          <RowsChart
            title={t('New customers over time')}
            rows={now.rows}
            before={before?.rows}
            figure={(row) => row.new}
            format="count"
          />
          <PeriodsTable
            caption={t('New and lost customers')}
            file="customers"
            reply={now}
            columns={[figureColumn(t('New'), 'new'), figureColumn(t('Lost'), 'lost')]}
          />
        </>
      )}
    </Panel>
  );
}

function Cohorts({ now }: { readonly now: Customers }) {
  const cohorts = now.cohorts.filter(({ customers }) => customers > 0);
  const later = Math.max(0, ...cohorts.map(({ active }) => active.length - 1));
  const months = Array.from({ length: later }, (_, index) => index + 1);
  const nameOf = (month: string) =>
    date(`${month}-01`, officeLanguage(), 'dated').replace(/^\d+ |\d+日$/g, '');
  return (
    <Panel
      title={t('Retention')}
      note={t(
        'Customers by the month of their first visit, the last twelve months: the share that had a visit in each month after it.',
      )}
    >
      {cohorts.length === 0 ? (
        <p className="k-muted">{t('No customers had their first visit in these months.')}</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by arrow keys */}
          <section className={styles.grid} aria-label={t('Customers who came back')} tabIndex={0}>
            <table>
              <caption className="k-hidden">{t('Retention, in percent')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('First visit')}</th>
                  <th scope="col">{t('Customers')}</th>
                  {months.map((month) => (
                    <th
                      key={month}
                      scope="col"
                      aria-label={
                        month === 1
                          ? t('{{month}} month later', { month })
                          : t('{{month}} months later', { month })
                      }
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
            caption={t('Customers by month of first visit')}
            file="cohorts"
            days={now}
            rows={cohorts.map((cohort) => ({ ...cohort, id: cohort.month }))}
            columns={[
              { title: t('First visit'), csv: (row) => row.month, show: (row) => nameOf(row.month) },
              figureColumn(t('Customers'), 'customers'),
              ...months.map(
                (nth): Column<Customers['cohorts'][number]> => ({
                  title: t('Month {{nth}}', { nth }),
                  number: true,
                  csv: (row) => row.active[nth] ?? '',
                  show: (row) => row.active[nth] ?? '',
                }),
              ),
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
