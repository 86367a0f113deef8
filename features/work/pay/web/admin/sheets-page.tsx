import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import type { SheetSummary } from '../../contract/shapes.ts';
import { getSheet, listSheets } from '../../contract.ts';
import styles from './pay.module.css';
import { ACTION_NAMES, durationText, monthTitle, STATUS_CHIPS, STATUS_NAMES } from './pay-labels.ts';

/** /admin/pay: the months, newest first. */
export function Component() {
  const sheets = useCall(listSheets);
  return (
    <div className={`k-office-page ${styles.page}`}>
      <PageTitle>{t('Pay sheets')}</PageTitle>
      <p className="k-muted">
        {t(
          'A month is a draft, computed from the clock events, until you approve it. Approving fixes its lines; locking makes it final.',
        )}
      </p>
      <Loaded query={sheets} what={t('the pay sheets')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t('No visits so far.')} level={2}>
              {t('The first month appears here with its first visit.')}
            </EmptyState>
          ) : (
            <Panel title={t('Months')}>
              <Months items={items} />
            </Panel>
          )
        }
      </Loaded>
    </div>
  );
}

interface Figures {
  readonly cleaners: number;
  readonly visits: number;
  readonly paidMinutes: number;
  readonly total: number;
}

/** The newest drafts, the ones that people work on, are shown with their figures; each takes the server a while. */
const SHOWN_DRAFTS = 2;

function Months({ items }: { readonly items: readonly SheetSummary[] }) {
  const { date, money } = useFormat();
  const drafts = items
    .flatMap(({ status, month }) => (status === 'draft' ? [month] : []))
    .slice(0, SHOWN_DRAFTS);
  const figure = (item: SheetSummary, render: (figures: Figures) => string) => {
    if (item.approved !== null) return render(item.approved);
    return drafts.includes(item.month) ? <DraftFigure month={item.month} render={render} /> : '';
  };
  return (
    <PanelTable
      caption={t('Pay sheets by month')}
      items={items.map((item) => ({ ...item, id: item.month }))}
      columns={[
        {
          title: t('Month'),
          render: ({ month }) => <TextLink href={`/admin/pay/${month}`}>{monthTitle(month)}</TextLink>,
        },
        {
          title: t('State'),
          render: ({ status, isOver }) => (
            <StatusChip status={STATUS_CHIPS[status]}>
              {status === 'draft' && !isOver ? t('Draft, month in progress') : STATUS_NAMES[status]}
            </StatusChip>
          ),
        },
        ...FIGURES.map(({ title, of }) => ({
          title,
          number: true as const,
          render: (item: SheetSummary) => figure(item, (figures) => of(figures, money)),
        })),
        {
          title: t('Last change'),
          render: ({ lastChange }) =>
            lastChange &&
            t('{{value}} by {{by}}, {{date}}', {
              value: ACTION_NAMES[lastChange.action],
              by: lastChange.by,
              date: date(lastChange.at, 'dated'),
            }),
        },
      ]}
    />
  );
}

const FIGURES: readonly {
  readonly title: string;
  of(figures: Figures, money: (cents: number) => string): string;
}[] = [
  { title: t('Cleaners'), of: ({ cleaners }) => cleaners.toLocaleString('en-SG') },
  { title: t('Visits'), of: ({ visits }) => visits.toLocaleString('en-SG') },
  { title: t('Paid time'), of: ({ paidMinutes }) => durationText(paidMinutes) },
  { title: t('Total'), of: ({ total }, money) => money(total) },
];

interface DraftFigureProps {
  readonly month: string;
  render(figures: Figures): string;
}

/** A figure of a draft; nothing until it is computed. */
function DraftFigure({ month, render }: DraftFigureProps) {
  const sheet = useCall(getSheet, { params: { month } });
  return sheet.data === undefined ? null : render(sheet.data.totals);
}
