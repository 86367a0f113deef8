import { useState } from 'react';
import { Link } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { creditsLeftStatistics } from '#features/money/credits/contract/statistics.ts';
import { readAdHocStatistics } from '#features/money/payments/contract/ad-hoc.ts';
import { promoStatistics } from '#features/money/promo-codes/contract.ts';
import { sumOf } from '#features/office/statistics/rules/periods.ts';
import { readJobStatistics } from '#features/work/jobs/contract/statistics.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { HOURS_AND_WORTH, KIND_NAMES } from './hours-tab.tsx';
import {
  Chart,
  ComparedPeriods,
  countColumn,
  type Days,
  DaysTable,
  figureColumn,
  grouped,
  jobsLink,
  type Measure,
  MeasureList,
  nameColumn,
  RowsChart,
  type Shown,
  StatisticsTable,
  transactionsLink,
} from './panel.tsx';
import styles from './statistics.module.css';
import type { PanelPeriods } from './view.ts';

/** The figures that every office role may see: visits, ad-hoc charges, promo codes and credits. */
export function SummaryTab(periods: PanelPeriods) {
  return (
    <>
      <Panel title={t('Jobs')} note={t('Paid visits, by the date of the visit')}>
        <ComparedPeriods call={readJobStatistics} periods={periods} what={t('the visits')}>
          {(shown) => <Jobs {...shown} />}
        </ComparedPeriods>
      </Panel>
      <Panel title={t('Ad-hoc charges')} note={t('Charged to saved cards by the office, before refunds')}>
        <ComparedPeriods call={readAdHocStatistics} periods={periods} what={t('the ad-hoc charges')}>
          {(shown) => <AdHocCharges {...shown} />}
        </ComparedPeriods>
      </Panel>
      <Panel title={t('Promo codes')} note={t('By payment date, excluding later cancellations')}>
        <ComparedPeriods call={promoStatistics} periods={periods} what={t('the promo codes')}>
          {(shown) => <PromoCodes {...shown} />}
        </ComparedPeriods>
      </Panel>
      <Panel title={t('Credits left')} note={t('Unused hours, valued at the price of their tier')}>
        <ComparedPeriods call={creditsLeftStatistics} periods={periods} what={t('the credit hours')}>
          {(shown) => <CreditsLeft {...shown} />}
        </ComparedPeriods>
      </Panel>
    </>
  );
}

const onDay = (date: string): Days => ({ from_date: date, to_date: date });

type JobStatistics = CallReply<typeof readJobStatistics>;

/** Visits paid with credit hours are not included. */
const IN_MONEY = t('Value, excluding credit hours');

const JOBS: readonly Measure<JobStatistics>[] = [
  {
    label: t('Paid visits'),
    figure: (jobs) => jobs.count,
    format: 'count',
    to: (jobs) => jobsLink(jobs, { status: 'paid' }),
  },
  { label: IN_MONEY, figure: (jobs) => jobs.total, format: 'money' },
];

const STATUS_NAMES: Readonly<Record<JobStatistics['byStatus'][number]['status'], string>> = {
  pending: t('Held, not paid'),
  confirmed: t('To be paid later'),
  paid: t('Paid'),
  expired: t('Expired'),
  cancelled: t('Cancelled'),
};

const CHARTED = [
  { value: 'count', label: t('Visits') },
  { value: 'total', label: 'S$' },
] as const;

const VISITS_AND_MONEY = [
  countColumn(t('Visits'), 'count'),
  figureColumn(IN_MONEY, 'total', 'money'),
] as const;

function Jobs(shown: Shown<JobStatistics>) {
  const { now, before, by } = shown;
  const [charted, setCharted] = useState<(typeof CHARTED)[number]['value']>('count');
  const sums = (rows: readonly JobStatistics['rows'][number][]) => ({
    figure: sumOf(rows, (row) => row[charted]),
  });
  return (
    <>
      <MeasureList measures={JOBS} shown={shown} />
      <Segments label={t('Chart')} hideLabel options={CHARTED} value={charted} onChange={setCharted} />
      <RowsChart
        title={charted === 'count' ? t('Paid visits over time') : t('Value of paid visits over time')}
        rows={grouped(now.rows, by, sums)}
        before={before && grouped(before.rows, by, sums)}
        figure={(row) => row.figure}
        format={charted === 'count' ? 'count' : 'money'}
      />
      <div className={styles.tables}>
        <StatisticsTable
          caption={t('By service')}
          file={t('jobs by service')}
          days={now}
          rows={now.byType.map(({ jobType, ...sums }) => ({
            id: jobType,
            name: JOB_TYPE_NAMES[jobType],
            to: jobsLink(now, { jobType, status: 'paid' }),
            ...sums,
          }))}
          columns={[nameColumn(t('Service')), ...VISITS_AND_MONEY]}
        />
        <StatisticsTable
          caption={t('By status')}
          file={t('jobs by status')}
          days={now}
          rows={now.byStatus.map(({ status, ...sums }) => ({
            id: status,
            name: STATUS_NAMES[status],
            to: jobsLink(now, { status }),
            ...sums,
          }))}
          columns={[nameColumn(t('Status')), ...VISITS_AND_MONEY]}
        />
      </div>
      <DaysTable
        caption={t('Jobs by day')}
        file="jobs"
        days={now}
        rows={now.rows.map((row) => ({ ...row, to: jobsLink(onDay(row.date), { status: 'paid' }) }))}
        columns={VISITS_AND_MONEY}
      />
    </>
  );
}

type AdHocStatistics = CallReply<typeof readAdHocStatistics>;

const AD_HOC: readonly Measure<AdHocStatistics>[] = [
  {
    label: t('Charges'),
    figure: (charges) => charges.count,
    format: 'count',
    to: (charges) => transactionsLink(charges, { type: 'ad-hoc' }),
  },
  { label: t('Charged'), figure: (charges) => charges.total, format: 'money' },
];

function AdHocCharges(shown: Shown<AdHocStatistics>) {
  const { now, before, by } = shown;
  const sums = (rows: readonly AdHocStatistics['rows'][number][]) => ({
    total: sumOf(rows, ({ total }) => total),
  });
  return (
    <>
      <MeasureList measures={AD_HOC} shown={shown} />
      {(now.count > 0 || (before?.count ?? 0) > 0) && (
        <RowsChart
          title={t('Ad-hoc charges over time')}
          rows={grouped(now.rows, by, sums)}
          before={before && grouped(before.rows, by, sums)}
          figure={({ total }) => total}
          format="money"
        />
      )}
      <DaysTable
        caption={t('Ad-hoc charges by day')}
        file={t('ad-hoc charges')}
        days={now}
        rows={now.rows.map((row) => ({ ...row, to: transactionsLink(onDay(row.date), { type: 'ad-hoc' }) }))}
        columns={[countColumn(t('Charges'), 'count'), figureColumn(t('Charged'), 'total', 'money')]}
      />
    </>
  );
}

type PromoStatistics = CallReply<typeof promoStatistics>;

const PROMO_CODES: readonly Measure<PromoStatistics>[] = [
  { label: t('Uses'), figure: (promos) => promos.count, format: 'count' },
  { label: t('Discounts'), figure: (promos) => promos.total, format: 'money' },
];

/** The number of codes that fit side by side on a phone; the table has all of them. */
const MAX_CHARTED_CODES = 8;

function PromoCodes(shown: Shown<PromoStatistics>) {
  const { now, before } = shown;
  const earlier = new Map(before?.rows.map(({ code, discount }) => [code, discount]));
  return (
    <>
      <MeasureList measures={PROMO_CODES} shown={shown} />
      {now.rows.length === 0 ? (
        <p className="k-muted">{t('No promo codes were used in this period.')}</p>
      ) : (
        <>
          <Chart
            title={t('Discounts by promo code')}
            // The largest discounts come first.
            bars={now.rows.slice(0, MAX_CHARTED_CODES).map(({ code, discount }) => ({
              label: code,
              now: discount,
              before: earlier.get(code) ?? 0,
            }))}
            categories
            format="money"
          />
          <StatisticsTable
            caption={t('By promo code')}
            file={t('promo codes')}
            days={now}
            rows={now.rows.map((row) => ({ ...row, id: row.promoCodeID, name: row.label }))}
            columns={[
              {
                title: t('Code'),
                csv: ({ code }) => code,
                show: ({ id, code }) => <Link to={`/admin/promocodes/${id}/view`}>{code}</Link>,
              },
              nameColumn(t('Label')),
              figureColumn(t('Uses'), 'uses'),
              figureColumn(t('Discounts'), 'discount', 'money'),
            ]}
          />
        </>
      )}
    </>
  );
}

type CreditStatistics = CallReply<typeof creditsLeftStatistics>;
type CreditPeriod = NonNullable<CreditStatistics['period']>;

const CREDITS: readonly Measure<CreditPeriod>[] = [
  { label: t('Closing balance'), figure: (period) => period.closing.hours, format: 'hours' },
  { label: t('Worth'), figure: (period) => period.closing.value, format: 'money' },
];

/** The hours that customers hold, during the period and now. */
function CreditsLeft({ now, before, by, filters }: Shown<CreditStatistics>) {
  const { period } = now;
  const earlier = before?.period ?? undefined;
  const closing = (rows: readonly CreditPeriod['rows'][number][]) => ({ hours: rows.at(-1)?.hours ?? 0 });
  return (
    <>
      {period && <MeasureList measures={CREDITS} shown={{ now: period, before: earlier, filters }} />}
      {period && period.rows.length > 0 && (
        <RowsChart
          title={t('Hours held by customers over time')}
          shape="line"
          rows={grouped(period.rows, by, closing)}
          before={earlier && grouped(earlier.rows, by, closing)}
          figure={(row) => row.hours}
          format="hours"
        />
      )}
      <div className={styles.tables}>
        {period && (
          <StatisticsTable
            caption={t('Changes')}
            file={t('credit changes')}
            days={period}
            rows={[
              { id: 'opening', name: t('Opening balance'), ...period.opening },
              ...period.changes.map((row) => ({ ...row, id: row.kind, name: KIND_NAMES[row.kind] })),
              { id: 'closing', name: t('Closing balance'), ...period.closing },
            ]}
            columns={[nameColumn(t('Change')), ...HOURS_AND_WORTH]}
          />
        )}
        <StatisticsTable
          caption={t('Credits left now, by tier')}
          file={t('credits left by tier')}
          rows={now.tiers.map((row) => ({ ...row, id: String(row.perHour) }))}
          columns={[
            {
              title: t('Tier'),
              csv: ({ perHour }) => perHour,
              show: ({ perHour }) => (
                <Link to={`/admin/credits?tier=${perHour}`}>
                  {perHour === 0 ? t('Free hours') : t('{{price}} an hour', { price: `S$${perHour}` })}
                </Link>
              ),
            },
            ...HOURS_AND_WORTH,
          ]}
        />
      </div>
      {period && (
        <DaysTable
          caption={t('Credits left by day')}
          file={t('credits left')}
          days={period}
          rows={period.rows}
          columns={HOURS_AND_WORTH}
        />
      )}
    </>
  );
}
