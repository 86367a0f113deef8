import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs, previewCancellation } from '#features/work/jobs/contract.ts';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import type { CancelledVisits } from '#features/work/series/contract/shapes.ts';
import { cancelFollowing, previewFollowingCancellation } from '#features/work/series/contract.ts';
import { seriesTexts } from '#features/work/series/web/texts.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { CancelPreview, CancelQuestion } from './cancel-question.tsx';
import { CancellationSums, useBackText } from './cancellation-sums.tsx';
import { useShare } from './terms-section.tsx';

interface Props {
  readonly job: Job;
  onClose(): void;
}

/** Cancels a visit and those after it: shows what is kept of each, and the total refund. */
export function CancelFollowing({ job, onClose }: Props) {
  const { t } = useText(seriesTexts);
  const preview = useCall(previewFollowingCancellation, { params: { id: job.id } });
  const words = { loading: t('cancel.loading'), tryAgain: t('tryAgain'), trying: t('trying') };
  return (
    <CancelPreview preview={preview} words={words}>
      {(sums, lookAgain) => <Question job={job} sums={sums} onClose={onClose} lookAgain={lookAgain} />}
    </CancelPreview>
  );
}

interface QuestionProps extends Props {
  readonly sums: CancelledVisits;
  lookAgain(): void;
}

function Question({ job, sums, onClose, lookAgain }: QuestionProps) {
  const { t } = useText(seriesTexts);
  const refresh = [getJob, listJobs, previewCancellation, previewFollowingCancellation];
  const act = useAct(cancelFollowing, { refresh });
  const back = useBackText(sums);
  const count = sums.visits.length;
  const { fee, refund, creditsReturned, creditsForfeited } = sums;
  const shown = { visits: count, fee, refund, creditsReturned, creditsForfeited };
  return (
    <CancelQuestion
      keep={t('cancel.keep')}
      go={back === null ? t('cancel.go', { count }) : t('cancel.goAndGet', { count, back })}
      cancel={() => act.mutateAsync({ params: { id: job.id }, body: { shown } })}
      onClose={onClose}
      lookAgain={lookAgain}
    >
      <Intro job={job} sums={sums} />
      <EachVisit sums={sums} />
      <CancellationSums terms={sums} />
    </CancelQuestion>
  );
}

function Intro({ job, sums }: { readonly job: Job; readonly sums: CancelledVisits }) {
  const { t } = useText(seriesTexts);
  const { t: tCustomer } = useText(customerTexts);
  const { hours } = useFormat();
  const shareOf = useShare();
  if (job.policy === undefined || (!job.paid && !job.charge)) {
    return <p>{tCustomer(job.status === 'confirmed' ? 'cancel.unpaid' : 'cancel.held')}</p>;
  }
  const isKept = sums.fee > 0 || sums.creditsForfeited > 0;
  const { freeHours, lateFeePercent } = job.policy;
  return (
    <p>
      {isKept
        ? t('cancel.intro', { hours: hours(freeHours), share: shareOf(lateFeePercent) })
        : t('cancel.introFree')}
    </p>
  );
}

/** Every date, and what is kept of it. */
function EachVisit({ sums }: { readonly sums: CancelledVisits }) {
  const { t } = useText(seriesTexts);
  const { t: tCustomer } = useText(customerTexts);
  const { money, hours } = useFormat();
  const { whenOf } = useVisitLabels();
  const keptLabel = ({ fee, creditsForfeited }: CancelledVisits['visits'][number]) => {
    if (fee === 0 && creditsForfeited === 0) return t('cancel.free');
    if (creditsForfeited === 0) return t('cancel.kept', { amount: money(fee) });
    if (fee === 0) return t('cancel.kept', { amount: hours(creditsForfeited) });
    return t('cancel.kept', {
      amount: tCustomer('cancel.both', { money: money(fee), hours: hours(creditsForfeited) }),
    });
  };
  return (
    <ul className="k-ruled k-line-above k-line-below">
      {sums.visits.map((visit) => (
        <li key={visit.jobID} className="k-row k-baseline k-between k-gap-16">
          <span>{whenOf(visit.startTime)}</span>
          <span className="k-muted">{keptLabel(visit)}</span>
        </li>
      ))}
    </ul>
  );
}
