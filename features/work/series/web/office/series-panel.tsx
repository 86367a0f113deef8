import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { previewCancellation } from '#features/work/jobs/contract.ts';
import type { OnBehalfOf } from '#features/work/jobs/rules/cancellation.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { JOB_READS, JOBS } from '#features/work/jobs/web/office/job-frame.tsx';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { MoneyLines } from '#platform/web/design/booking/price-panel.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import type { CancelledVisits } from '../../contract/shapes.ts';
import { cancelFollowing, previewFollowingCancellation } from '../../contract.ts';
import { EndlessSeries } from '../parts/endless-series.tsx';
import { MoveSheet } from '../parts/move-sheet.tsx';
import styles from '../parts/series.module.css';
import { useFollowingCount, useSeries } from '../parts/use-following.ts';
import { OfficeCancel, useBack } from './cancel-visit-sheet.tsx';

/** The number of visits shown initially. */
const FIRST = 6;

/** For the office: the visits of a job's series, with actions for this and the following ones. */
export function SeriesPanel({ job }: { readonly job: Job }) {
  const [params, setParams] = useSearchParams();
  const count = useFollowingCount(job);
  if (job.seriesID === null) return null;
  const ask = (asked: string) => setParams({ ask: asked }, { preventScrollReset: true });
  const close = () => setParams({}, { replace: true, preventScrollReset: true });
  const asked = params.get('ask');
  const mayChange =
    (goesAhead(job.status) || job.status === 'pending') && job.stage === 'upcoming' && count > 1;
  return (
    <Panel
      title={t('Series')}
      note={count === 1 ? t('The last visit') : t('{{count}} visits from this one on', { count })}
    >
      <SeriesVisits job={job} />
      <EndlessSeries job={job} />
      {mayChange && (
        <div className={`k-row k-wrap k-gap-10 k-gap-x-18 ${styles.acts}`}>
          <Button kind="quiet" size="small" onClick={() => ask('move-following')}>
            {t('Move this and following')}
          </Button>
          <Button kind="quiet" size="small" onClick={() => ask('cancel-following')}>
            {t('Cancel this and following')}
          </Button>
        </div>
      )}
      {mayChange && asked === 'move-following' && <MoveSheet job={job} only="following" onClose={close} />}
      {mayChange && asked === 'cancel-following' && <OfficeCancelFollowing job={job} onClose={close} />}
    </Panel>
  );
}

function SeriesVisits({ job }: { readonly job: Job }) {
  const [all, setAll] = useState(false);
  const series = useSeries(job);
  return (
    <Loaded query={series} what={t('the series')}>
      {({ items }) => {
        const from = Math.max(0, items.findIndex((visit) => visit.id === job.id) - 1);
        const shown = all ? items : items.slice(from, from + FIRST);
        return (
          <>
            <ul className={`k-ruled k-line-below ${styles.visits}`}>
              {shown.map((visit) => (
                <SeriesVisitRow key={visit.id} visit={visit} isThis={visit.id === job.id} />
              ))}
            </ul>
            {shown.length < items.length && (
              <Button kind="quiet" size="small" onClick={() => setAll(true)}>
                {t('Show all {{count}}', { count: items.length })}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function SeriesVisitRow({ visit, isThis }: { readonly visit: Job; readonly isThis: boolean }) {
  const { date, time } = useFormat();
  const when = `${date(visit.startTime)}, ${time(visit.startTime)}`;
  return (
    <li className="k-row k-between k-gap-12">
      {isThis ? <b aria-current="true">{when}</b> : <Link to={`${JOBS.to}/${visit.id}/view`}>{when}</Link>}
      <span className="k-muted">{visit.cleaners.map((member) => member.firstname).join(', ')}</span>
    </li>
  );
}

interface Props {
  readonly job: Job;
  onClose(): void;
}

/** The office cancels a visit and the following ones. */
function OfficeCancelFollowing({ job, onClose }: Props) {
  const [onBehalfOf, setOnBehalfOf] = useState<OnBehalfOf>('company');
  const params = { id: job.id };
  const preview = useCall(previewFollowingCancellation, { params, query: { onBehalfOf } });
  const act = useAct(cancelFollowing, {
    refresh: [...JOB_READS, previewCancellation, previewFollowingCancellation],
  });
  return (
    <OfficeCancel
      job={job}
      title={t('Cancel this and following')}
      customerNote={t('Each visit on the terms agreed when it was booked.')}
      onBehalfOf={onBehalfOf}
      onChoose={setOnBehalfOf}
      preview={preview}
      visitsLabel={visitsLabel}
      doneOf={(sums) => t('{{visits}} cancelled', { visits: visitsLabel(sums) })}
      cancel={({ visits, fee, refund, creditsReturned, creditsForfeited }, reason) => {
        const shown = { visits: visits.length, fee, refund, creditsReturned, creditsForfeited };
        return act.mutateAsync({ params, body: { reason, onBehalfOf, shown } });
      }}
      onClose={onClose}
    >
      {(sums) => <CancellationLines sums={sums} />}
    </OfficeCancel>
  );
}

function visitsLabel({ visits }: CancelledVisits): string {
  return visits.length === 1 ? '1 visit' : t('{{count}} visits', { count: visits.length });
}

/** Each visit with the amount kept. */
function CancellationLines({ sums }: { readonly sums: CancelledVisits }) {
  const back = useBack();
  const { date, time, money, hours } = useFormat();
  const keptLabel = ({ fee, creditsForfeited }: CancelledVisits['visits'][number]) => {
    const parts = [fee > 0 && money(fee), creditsForfeited > 0 && hours(creditsForfeited)].filter(Boolean);
    return parts.length === 0 ? t('full refund') : t('we keep {{join}}', { join: parts.join(t(' and ')) });
  };
  return (
    <MoneyLines
      lines={sums.visits.map((visit) => ({
        key: visit.jobID,
        label: `${date(visit.startTime)}, ${time(visit.startTime)}`,
        amount: keptLabel(visit),
      }))}
      total={{ label: t('Refund to the customer'), amount: back(sums) }}
    />
  );
}
