import { useState } from 'react';
import type { Cancellation, Job } from '#features/work/jobs/contract/shapes.ts';
import { cancelJob, getJob, listJobs, previewCancellation } from '#features/work/jobs/contract.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { type Scope, ScopeChoice } from '#features/work/series/web/parts/scope-choice.tsx';
import { useFollowingCount } from '#features/work/series/web/parts/use-following.ts';
import { seriesTexts } from '#features/work/series/web/texts.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { CancelFollowing } from './cancel-following.tsx';
import { CancelPreview, CancelQuestion } from './cancel-question.tsx';
import { CancellationSums, useBackText } from './cancellation-sums.tsx';
import { TermsLine, useShare } from './terms-section.tsx';

interface Props {
  readonly job: Job;
  readonly now: Date;
  onClose(): void;
}

/** Asks for confirmation with the exact cents and hours to be refunded, which are then binding. */
export function CancelSheet({ job, now, onClose }: Props) {
  const { t } = useText(customerTexts);
  const { t: ofSeries } = useText(seriesTexts);
  const { t: shared } = useText(jobsTexts);
  const { weekdayOf } = useVisitLabels();
  const [scope, setScope] = useState<Scope>('this');
  const count = useFollowingCount(job);
  const title =
    scope === 'this'
      ? t('cancel.title', { weekday: weekdayOf(job.startTime) })
      : ofSeries('cancel.title', { count });
  return (
    <Sheet open onClose={onClose} title={title} closeLabel={shared('close')}>
      <div className={`k-stack k-gap-14 ${styles.question}`}>
        <ScopeChoice job={job} count={count} scope={scope} onChange={setScope} />
        {scope === 'this' ? (
          <CancelThis job={job} now={now} onClose={onClose} />
        ) : (
          <CancelFollowing job={job} onClose={onClose} />
        )}
      </div>
    </Sheet>
  );
}

function CancelThis({ job, now, onClose }: Props) {
  const { t } = useText(customerTexts);
  const { t: shared } = useText(jobsTexts);
  const preview = useCall(previewCancellation, { params: { id: job.id } });
  const words = { loading: t('cancel.loading'), tryAgain: shared('tryAgain'), trying: shared('trying') };
  return (
    <CancelPreview preview={preview} words={words}>
      {(terms, lookAgain) => (
        <Question job={job} now={now} terms={terms} onClose={onClose} lookAgain={lookAgain} />
      )}
    </CancelPreview>
  );
}

interface QuestionProps extends Props {
  readonly terms: Cancellation;
  lookAgain(): void;
}

function Question({ job, now, terms, onClose, lookAgain }: QuestionProps) {
  const { t } = useText(customerTexts);
  const act = useAct(cancelJob, { refresh: [getJob, listJobs, previewCancellation] });
  const back = useBackText(terms);
  return (
    <CancelQuestion
      keep={t('cancel.keep')}
      go={back === null ? t('cancel.go') : t('cancel.goAndGet', { back })}
      cancel={() => act.mutateAsync({ params: { id: job.id }, body: { fee: terms.fee } })}
      onClose={onClose}
      lookAgain={lookAgain}
    >
      <Intro job={job} now={now} />
      {job.paid && <TermsLine job={job} now={now} />}
      <CancellationSums terms={terms} />
      <CodeBack job={job} />
    </CancelQuestion>
  );
}

/** A promo code is returned whatever is kept of the money. */
function CodeBack({ job }: { readonly job: Job }) {
  const { t } = useText(customerTexts);
  const code = job.price?.lines.find((line) => line.code === 'promo')?.label;
  return code === undefined ? null : <p className="k-muted k-small">{t('cancel.codeBack', { code })}</p>;
}

/** When the visit starts, and the terms at this moment. */
function Intro({ job, now }: { readonly job: Job; readonly now: Date }) {
  const { t } = useText(customerTexts);
  const { hours } = useFormat();
  const { whenOf } = useVisitLabels();
  const shareOf = useShare();
  if (job.policy === undefined || (!job.paid && !job.charge)) {
    return <p>{t(job.status === 'confirmed' ? 'cancel.unpaid' : 'cancel.held')}</p>;
  }
  const { freeHours, lateFeePercent } = job.policy;
  const hoursLeft = Math.max(0, (Date.parse(job.startTime) - now.getTime()) / HOUR_MS);
  const isFree = hoursLeft >= freeHours || lateFeePercent === 0;
  const starts = hoursLeft < SOON_HOURS ? t('cancel.startsIn', { hours: hours(Math.floor(hoursLeft)) }) : '';
  const rule = isFree
    ? t(job.paid ? 'cancel.free' : 'cancel.nothingPaidYet', { moment: whenOf(job.startTime) })
    : t(job.paid ? 'cancel.late' : 'cancel.lateCharge', {
        hours: hours(freeHours),
        share: shareOf(lateFeePercent),
      });
  return <p>{[hoursLeft < 1 ? t('cancel.startsSoon') : starts, rule].filter(Boolean).join(' ')}</p>;
}

const HOUR_MS = 3_600_000;
/** Within this time people think in hours rather than days. */
const SOON_HOURS = 48;
