import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useParams } from 'react-router';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { CsvButton } from '#platform/web/office/csv-button.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, LoadedRecord, Panel, RecordPage } from '#platform/web/office/record.tsx';
import type { CleanerPay, Difference, Sheet } from '../../contract/shapes.ts';
import { getSheet, listDifferences, listPayLines, listPayOfCleaners } from '../../contract.ts';
import type { SheetStatus } from '../../rules/states.ts';
import { PaidTimeRule } from './paid-time-rule.tsx';
import styles from './pay.module.css';
import {
  ACTION_NAMES,
  countText,
  durationText,
  flagsText,
  monthTitle,
  STATUS_CHIPS,
  STATUS_NAMES,
} from './pay-labels.ts';
import { SheetActions } from './sheet-actions.tsx';

const SHEETS = { title: t('Pay sheets'), to: '/admin/pay' } as const;

/** /admin/pay/:month: the sheet by cleaner, to check, approve, lock, save and print. */
export function Component() {
  const { month = '' } = useParams();
  const query = useCall(getSheet, { params: { month } });
  return (
    <LoadedRecord query={query} what={t('this pay sheet')} title={t('Pay sheet')} list={SHEETS}>
      {(sheet) => (
        <div className={styles.paper}>
          <RecordPage
            list={SHEETS}
            title={t('Pay, {{monthTitle}}', { monthTitle: monthTitle(month) })}
            subtitle={<State sheet={sheet} />}
            acts={<Acts sheet={sheet} />}
          >
            <Notices sheet={sheet} />
            <SheetTotals sheet={sheet} />
            <div className="k-stack k-gap-16 k-mb-24">
              <Panel title={t('By cleaner')}>
                {sheet.cleaners.length === 0 ? (
                  <p className="k-muted">{t('No finished visits this month.')}</p>
                ) : (
                  <div className={styles.wide}>
                    <Cleaners sheet={sheet} />
                  </div>
                )}
              </Panel>
              {sheet.status !== 'draft' && <Differences month={month} status={sheet.status} />}
              {sheet.changes.length > 0 && <History sheet={sheet} />}
              <PaidTimeRule />
            </div>
          </RecordPage>
        </div>
      )}
    </LoadedRecord>
  );
}

interface SheetProps {
  readonly sheet: Sheet;
}

function State({ sheet: { status, changes } }: SheetProps) {
  const { date, time } = useFormat();
  const [last] = changes;
  return (
    <span className="k-row k-wrap k-gap-4 k-gap-x-12 k-mt-6">
      <StatusChip status={STATUS_CHIPS[status]}>{STATUS_NAMES[status]}</StatusChip>
      {last !== undefined && (
        <span>
          {t('{{value}} by {{by}}, {{date}}, {{time}}', {
            value: ACTION_NAMES[last.action],
            by: last.by,
            date: date(last.at, 'dated'),
            time: time(last.at),
          })}
        </span>
      )}
    </span>
  );
}

function Acts({ sheet }: SheetProps) {
  const { month } = sheet;
  return (
    <>
      <SheetActions sheet={sheet} />
      <CsvButton call={listPayOfCleaners} params={{ month }} query={{}}>
        {t('CSV by cleaner')}
      </CsvButton>
      <CsvButton call={listPayLines} params={{ month }} query={{}}>
        {t('CSV by visit')}
      </CsvButton>
      <Button kind="quiet" size="small" icon={IconPrinter} onClick={() => window.print()}>
        {t('Print')}
      </Button>
    </>
  );
}

function Notices({ sheet: { totals, ahead, isOver, status } }: SheetProps) {
  return (
    <div className={`k-stack k-gap-8 k-mb-16 ${styles.notices}`} data-screen>
      {totals.noRate > 0 && (
        <Notice kind="bad">
          {tNodes('{{count}} without a pay rate. {{textlink}}', {
            count: countText(totals.noRate, 'visit'),
            textlink: <TextLink href="/admin/pay/rates">{t('Set the pay rates')}</TextLink>,
          })}
        </Notice>
      )}
      {status === 'draft' && !isOver && (
        <Notice kind="plain">
          {ahead === 1
            ? t('This month is still in progress. {{count}} is still to come.', {
                count: countText(ahead, 'visit'),
              })
            : t('This month is still in progress. {{count}} are still to come.', {
                count: countText(ahead, 'visit'),
              })}
        </Notice>
      )}
    </div>
  );
}

function SheetTotals({ sheet: { totals } }: SheetProps) {
  const { money } = useFormat();
  const figures = {
    Cleaners: totals.cleaners.toLocaleString('en-SG'),
    Visits: totals.visits.toLocaleString('en-SG'),
    'Paid time': durationText(totals.paidMinutes),
    Total: money(totals.total),
  };
  return (
    <dl className={`k-row k-stretch k-wrap k-mb-16 ${styles.figures}`}>
      {Object.entries(figures).map(([name, value]) => (
        <div key={name}>
          <dt className="k-muted k-strong">{name}</dt>
          <dd className="k-figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CleanersProps {
  readonly sheet: CallReply<typeof getSheet>;
}

function Cleaners({ sheet: { month, cleaners, totals } }: CleanersProps) {
  const { money } = useFormat();
  const orNothing = (cents: number) => (cents === 0 ? '' : money(cents));
  return (
    <PanelTable
      caption={t('Pay by cleaner, {{monthTitle}}', { monthTitle: monthTitle(month) })}
      items={cleaners.map((item) => ({ ...item, id: item.cleaner.id }))}
      columns={[
        {
          title: t('Cleaner'),
          render: ({ cleaner }: CleanerPay) => (
            <TextLink href={`/admin/pay/${month}/${cleaner.id}`}>{cleaner.fullname}</TextLink>
          ),
        },
        { title: t('Visits'), number: true, render: (item) => item.visits.toLocaleString('en-SG') },
        { title: t('Planned'), number: true, render: (item) => durationText(item.plannedMinutes) },
        { title: t('Clocked'), number: true, render: (item) => durationText(item.clockedMinutes) },
        { title: t('Paid'), number: true, render: (item) => durationText(item.paidMinutes) },
        { title: t('Base'), number: true, render: (item) => money(item.base) },
        { title: t('Extras'), number: true, render: (item) => orNothing(item.extras) },
        { title: t('Tips'), number: true, render: (item) => orNothing(item.tips) },
        { title: t('Deductions'), number: true, render: (item) => orNothing(-item.deductions) },
        { title: t('Total'), number: true, render: (item) => <b>{money(item.total)}</b> },
        { title: t('Check these'), render: (item) => flagsText(item.flags, item.noRate) },
      ]}
      totals={[
        t('All'),
        totals.visits.toLocaleString('en-SG'),
        durationText(totals.plannedMinutes),
        durationText(totals.clockedMinutes),
        durationText(totals.paidMinutes),
        money(totals.base),
        orNothing(totals.extras),
        orNothing(totals.tips),
        orNothing(-totals.deductions),
        money(totals.total),
        '',
      ]}
    />
  );
}

function History({ sheet: { changes } }: SheetProps) {
  const { date, time, money } = useFormat();
  return (
    <Panel title={t('History')}>
      <ol className="k-stack k-gap-8">
        {changes.map((change) => (
          <li key={change.at}>
            <b>{ACTION_NAMES[change.action]}</b>
            {t(' by {{by}}, {{date}}, {{time}}, at {{money}}.', {
              by: change.by,
              date: date(change.at, 'dated'),
              time: time(change.at),
              money: money(change.total),
            })}
            {change.reason !== '' && ` ${change.reason}`}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface DifferencesProps {
  readonly month: string;
  readonly status: SheetStatus;
}

function comparedText(difference: number, money: (cents: number) => string): string {
  if (difference === 0) return t('the same as');
  const amount = money(Math.abs(difference));
  return difference > 0 ? t('{{amount}} more than', { amount }) : t('{{amount}} less than', { amount });
}

/** Which lines the clock events and rates would make different now. */
export function Differences({ month, status }: DifferencesProps) {
  const query = useCall(listDifferences, { params: { month } });
  const { money } = useFormat();
  return (
    <div data-screen>
      <Panel title={t('Checked against the clock events')}>
        <Loaded query={query} what={t('the differences')}>
          {({ count, difference, items }) =>
            count === 0 ? (
              <p className={`k-muted ${styles.rule}`}>
                {t('Every line matches the clock events and pay rates.')}
              </p>
            ) : (
              <>
                <Notice kind="bad">
                  {count === 1
                    ? t('1 line differs: the total would be {{value}} approved. ', {
                        value: comparedText(difference, money),
                      })
                    : t('{{count}} lines differ: the total would be {{value}} approved. ', {
                        count,
                        value: comparedText(difference, money),
                      })}
                  {status === 'locked'
                    ? t('Correct it with an extra or a deduction in a later month.')
                    : t('Reopen the sheet to apply these changes.')}
                </Notice>
                <div className={styles.wide}>
                  <DifferencesTable items={items} />
                </div>
                {items.length < count && (
                  <p className={`k-muted ${styles.rule}`}>
                    {t('The first {{count}} are shown.', { count: items.length })}
                  </p>
                )}
              </>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}

function DifferencesTable({ items }: { readonly items: readonly Difference[] }) {
  const { date, time, money } = useFormat();
  const clocks = (line: Difference['now']) =>
    line === null
      ? t('Not in the sheet')
      : t('{{value}} to {{value2}}, {{duration}}, {{money}}', {
          value: line.startedAt === null ? '–' : time(line.startedAt),
          value2: line.finishedAt === null ? '–' : time(line.finishedAt),
          duration: durationText(line.paidMinutes),
          money: money(line.amount),
        });
  return (
    <PanelTable
      caption={t('Lines that differ')}
      items={items.map((item) => ({ ...item, id: `${item.cleaner.id} ${item.jobID}` }))}
      columns={[
        {
          title: t('Visit'),
          render: (item) => (
            <TextLink href={`/admin/jobs/${item.jobID}/view`}>
              {`${date(item.startTime)}, ${time(item.startTime)}`}
            </TextLink>
          ),
        },
        { title: t('Cleaner'), render: ({ cleaner }) => cleaner.fullname },
        { title: t('Approved'), render: (item) => clocks(item.approved) },
        { title: t('Now'), render: (item) => clocks(item.now) },
      ]}
    />
  );
}
