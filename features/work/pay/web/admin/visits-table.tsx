import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { clockForOthers } from '#features/work/visits/rules/policy.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import type { HoursLine } from '../../contract/shapes.ts';
import { FLAG_NAMES } from '../../rules/paid-time.ts';
import { durationText } from './pay-labels.ts';

/** A visit with its pay, for those who may see that. */
interface PaidVisit {
  readonly visit: HoursLine;
  /** Cents per hour. */
  readonly rate: number | null;
  readonly amount: number;
}

interface VisitsTableProps {
  readonly caption: string;
  readonly visits: readonly (HoursLine | PaidVisit)[];
  /** Whose visits these are. */
  readonly cleanerID: string;
  /** False: the month's pay is approved. */
  readonly isOpen?: boolean;
}

/** A cleaner's visits with the clock events, each with a link to its job. */
export function VisitsTable({ caption, visits, cleanerID, isOpen = true }: VisitsTableProps) {
  const mayCorrect = useMay(clockForOthers) && isOpen;
  const { date, time, money } = useFormat();
  const rows = visits.map((row) => ('visit' in row ? row : { visit: row, rate: null, amount: null }));
  const clock = (wire: string | null) => (wire === null ? '–' : time(wire));
  const isPaid = rows.some(({ amount }) => amount !== null);
  const paid = [
    {
      title: t('Rate'),
      number: true as const,
      render: ({ rate }: (typeof rows)[number]) =>
        rate === null ? <span className="k-bad">{t('None')}</span> : money(rate),
    },
    {
      title: t('Amount'),
      number: true as const,
      render: ({ amount }: (typeof rows)[number]) => amount !== null && money(amount),
    },
  ];
  return (
    <PanelTable
      caption={caption}
      items={rows.map((row) => ({ ...row, id: row.visit.jobID }))}
      columns={[
        {
          title: t('Visit'),
          render: ({ visit }) => (
            <TextLink href={`/admin/jobs/${visit.jobID}/view`}>
              {`${date(visit.startTime)}, ${time(visit.startTime)}`}
            </TextLink>
          ),
        },
        { title: t('Job'), render: ({ visit }) => `#${visit.number}` },
        { title: t('Service'), render: ({ visit }) => JOB_TYPE_NAMES[visit.jobType] },
        { title: t('Clocked in'), render: ({ visit }) => clock(visit.startedAt) },
        { title: t('Clocked out'), render: ({ visit }) => clock(visit.finishedAt) },
        { title: t('Planned'), number: true, render: ({ visit }) => durationText(visit.plannedMinutes) },
        {
          title: t('Clocked'),
          number: true,
          render: ({ visit }) => (visit.clockedMinutes === null ? '–' : durationText(visit.clockedMinutes)),
        },
        {
          title: isPaid ? t('Paid') : t('Counted'),
          number: true,
          render: ({ visit }) => durationText(visit.paidMinutes),
        },
        ...(isPaid ? paid : []),
        { title: t('Check these'), render: ({ visit }) => visit.flag && FLAG_NAMES[visit.flag] },
        ...(mayCorrect
          ? [
              {
                title: t('Correct'),
                render: ({ visit }: (typeof rows)[number]) => (
                  <TextLink
                    href={`/admin/jobs/${visit.jobID}/view?ask=hours-${cleanerID}`}
                    aria-label={t('Correct hours of job {{number}}', { number: visit.number })}
                  >
                    {t('Correct hours')}
                  </TextLink>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
