import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useState } from 'react';
import { useParams } from 'react-router';
import { getCleaner } from '#features/people/cleaners/contract.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { CsvButton } from '#platform/web/office/csv-button.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, LoadedRecord, Panel, RecordPage } from '#platform/web/office/record.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import type { Extra, HoursLine, SheetLine } from '../../contract/shapes.ts';
import { getSheet, listPayLines, removeExtra } from '../../contract.ts';
import { changePay } from '../../rules/policy.ts';
import { ExtraDialog } from './extra-dialog.tsx';
import { PaidTimeRule } from './paid-time-rule.tsx';
import styles from './pay.module.css';
import { durationText, EXTRA_NAMES, monthTitle, STATUS_CHIPS, STATUS_NAMES } from './pay-labels.ts';
import { PAY_READS } from './pay-reads.ts';
import { VisitsTable } from './visits-table.tsx';

/** More lines than one person has in a month. */
const ALL = 1000;

/** /admin/pay/:month/:cleanerID: a cleaner's lines of a sheet, and what is added by hand. */
export function Component() {
  const { month = '', cleanerID: id = '' } = useParams();
  const list = {
    title: t('Pay, {{monthTitle}}', { monthTitle: monthTitle(month) }),
    to: `/admin/pay/${month}`,
  };
  const cleaner = useCall(getCleaner, { params: { id } });
  const sheet = useCall(getSheet, { params: { month } });
  const lines = useCall(listPayLines, { params: { month }, query: { cleanerID: id, size: ALL } });
  return (
    <LoadedRecord query={cleaner} what={t('this cleaner')} title={t('Cleaner')} list={list}>
      {(found) => {
        const fullname = 'fullname' in found ? found.fullname : found.firstname;
        return (
          <div className={styles.paper}>
            <RecordPage
              list={list}
              title={`${fullname}, ${monthTitle(month)}`}
              subtitle={
                sheet.data && (
                  <span className="k-row k-wrap k-gap-4 k-gap-x-12 k-mt-6">
                    <StatusChip status={STATUS_CHIPS[sheet.data.status]}>
                      {STATUS_NAMES[sheet.data.status]}
                    </StatusChip>
                  </span>
                )
              }
              acts={
                <>
                  <CsvButton call={listPayLines} params={{ month }} query={{ cleanerID: id }}>
                    {t('CSV')}
                  </CsvButton>
                  <Button kind="quiet" size="small" icon={IconPrinter} onClick={() => window.print()}>
                    {t('Print')}
                  </Button>
                </>
              }
            >
              <Loaded query={lines} what={t('the pay')}>
                {({ items }) => (
                  <PayLines
                    items={items}
                    cleaner={{ id, fullname }}
                    month={month}
                    isDraft={sheet.data?.status === 'draft'}
                  />
                )}
              </Loaded>
            </RecordPage>
          </div>
        );
      }}
    </LoadedRecord>
  );
}

interface PayLinesProps {
  readonly items: CallReply<typeof listPayLines>['items'];
  readonly cleaner: { readonly id: string; readonly fullname: string };
  readonly month: string;
  readonly isDraft: boolean;
}

function PayLines({ items, cleaner, month, isDraft }: PayLinesProps) {
  const { money } = useFormat();
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useMay(changePay) && isDraft;
  const visits = items.flatMap(visitOf);
  const extras = items.flatMap(({ extra }) => extra ?? []);
  const paid = visits.reduce((sum, { visit }) => sum + visit.paidMinutes, 0);
  const figures = {
    Visits: visits.length.toLocaleString('en-SG'),
    'Paid time': durationText(paid),
    Total: money(items.reduce((sum, { amount }) => sum + amount, 0)),
  };
  return (
    <>
      <dl className={`k-row k-stretch k-wrap k-mb-16 ${styles.figures}`}>
        {Object.entries(figures).map(([name, value]) => (
          <div key={name}>
            <dt className="k-muted k-strong">{name}</dt>
            <dd className="k-figure">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="k-stack k-gap-16 k-mb-24">
        <Panel title={t('Visits')}>
          {visits.length === 0 ? (
            <p className="k-muted">{t('No finished visits this month.')}</p>
          ) : (
            <div className={styles.wide}>
              <VisitsTable caption={t('Visits')} visits={visits} cleanerID={cleaner.id} isOpen={isDraft} />
            </div>
          )}
        </Panel>
        <Panel
          title={t('Extras, tips and deductions')}
          end={
            mayAdd && (
              <Button kind="quiet" size="small" onClick={() => setAdding(true)}>
                {t('Add')}
              </Button>
            )
          }
        >
          {extras.length === 0 ? (
            <p className="k-muted">{t('None.')}</p>
          ) : (
            <ExtrasPanel extras={extras} isChangeable={mayAdd} />
          )}
        </Panel>
        <PaidTimeRule />
      </div>
      {isAdding && (
        <ExtraDialog
          month={month}
          cleaner={cleaner}
          visits={visits.map(({ visit }) => visit)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

function visitOf({
  visit,
  rate,
  amount,
}: SheetLine): { visit: HoursLine; rate: number | null; amount: number }[] {
  return visit === null ? [] : [{ visit, rate, amount }];
}

interface ExtrasProps {
  readonly extras: readonly Extra[];
  readonly isChangeable: boolean;
}

function ExtrasPanel({ extras, isChangeable }: ExtrasProps) {
  const { date, money } = useFormat();
  const remove = useRemoveExtra();
  return (
    <PanelTable
      caption={t('Extras, tips and deductions')}
      items={extras}
      columns={[
        { title: t('Kind'), render: ({ kind }) => EXTRA_NAMES[kind] },
        { title: t('Reason'), render: ({ reason }) => reason },
        {
          title: t('Job'),
          render: ({ job }) =>
            job && <TextLink href={`/admin/jobs/${job.id}/view`}>{`#${job.number}`}</TextLink>,
        },
        { title: t('Added'), render: ({ by, createdAt }) => `${by}, ${date(createdAt, 'dated')}` },
        {
          title: t('Amount'),
          number: true,
          render: ({ kind, amount }) => money(kind === 'deduction' ? -amount : amount),
        },
        {
          title: t('Remove'),
          render: (extra) =>
            isChangeable && (
              <Button
                kind="quiet"
                size="small"
                aria-label={t('Remove {{toLowerCase}} {{money}}', {
                  toLowerCase: EXTRA_NAMES[extra.kind].toLowerCase(),
                  money: money(extra.amount),
                })}
                onClick={() => void remove(extra)}
              >
                {t('Remove')}
              </Button>
            ),
        },
      ]}
    />
  );
}

/** Removes an extra, and says so. */
export function useRemoveExtra(): (extra: Extra) => Promise<void> {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(removeExtra, { refresh: PAY_READS });
  return async ({ id, kind, amount }) => {
    try {
      await act.mutateAsync({ params: { id }, body: {} });
      toast.show({
        text: t('{{value}} of {{money}} removed.', { value: EXTRA_NAMES[kind], money: money(amount) }),
      });
    } catch (error) {
      const text = error instanceof Error ? error.message : t('It could not be removed.');
      toast.fail({ icon: IconAlertTriangle, text });
    }
  };
}
