import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useParams, useSearchParams } from 'react-router';
import { getCleaner } from '#features/people/cleaners/contract.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { CsvButton } from '#platform/web/office/csv-button.tsx';
import { Loaded, LoadedRecord, Panel, RecordPage } from '#platform/web/office/record.tsx';
import { listHoursOfCleaner } from '../../contract.ts';
import { MonthLinks, monthIn } from './month-links.tsx';
import { PaidTimeRule } from './paid-time-rule.tsx';
import styles from './pay.module.css';
import { monthTitle } from './pay-labels.ts';
import { VisitsTable } from './visits-table.tsx';

const HOURS = { title: t('Hours'), to: '/admin/hours' } as const;
/** More visits than one person has in a month. */
const ALL = 1000;

/** /admin/hours/:cleanerID?month=2026-11: a cleaner's visits with planned and clocked time. */
export function Component() {
  const { cleanerID: id = '' } = useParams();
  const [params] = useSearchParams();
  const month = monthIn(params) ?? today().slice(0, 7);
  const cleaner = useCall(getCleaner, { params: { id } });
  const list = { ...HOURS, to: `${HOURS.to}?month=${month}` };
  const lines = useCall(listHoursOfCleaner, { params: { id }, query: { month, size: ALL } });
  return (
    <LoadedRecord query={cleaner} what={t('this cleaner')} title={t('Cleaner')} list={list}>
      {(found) => {
        const fullname = 'fullname' in found ? found.fullname : found.firstname;
        return (
          <div className={styles.paper}>
            <RecordPage
              list={list}
              title={`${fullname}, ${monthTitle(month)}`}
              subtitle={<TextLink href={`/admin/cleaners/${id}/view`}>{t('Open the cleaner')}</TextLink>}
              acts={
                <>
                  <MonthLinks month={month} />
                  <CsvButton call={listHoursOfCleaner} params={{ id }} query={{ month }}>
                    {t('CSV')}
                  </CsvButton>
                  <Button kind="quiet" size="small" icon={IconPrinter} onClick={() => window.print()}>
                    {t('Print')}
                  </Button>
                </>
              }
            >
              <div className="k-stack k-gap-16 k-mb-24">
                <Panel title={t('Visits')}>
                  <Loaded query={lines} what={t('the visits')}>
                    {({ items }) =>
                      items.length === 0 ? (
                        <p className="k-muted">
                          {t('No visits in {{monthTitle}} so far.', { monthTitle: monthTitle(month) })}
                        </p>
                      ) : (
                        <div className={styles.wide}>
                          <VisitsTable caption={t('Visits')} visits={items} cleanerID={id} />
                        </div>
                      )
                    }
                  </Loaded>
                </Panel>
                <PaidTimeRule />
              </div>
            </RecordPage>
          </div>
        );
      }}
    </LoadedRecord>
  );
}
