import { useState } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob, listJobs, previewCancellation } from '#features/jobs/contract.ts';
import styles from '#features/jobs/web/parts/customer.module.css';
import { useCustomerText } from '#features/jobs/web/parts/customer-text.ts';
import { useVisitWords } from '#features/jobs/web/parts/use-visit-words.ts';
import type { CancelledVisits } from '#features/series/contract/shapes.ts';
import { cancelFollowing, previewFollowingCancellation } from '#features/series/contract.ts';
import { useSeriesText } from '#features/series/web/parts/text.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { session } from '#platform/web/session/session.ts';
import { CancellationSums, useBackText } from './cancellation-sums.tsx';
import { useShare } from './terms-section.tsx';

interface Props {
  readonly job: Job;
  onClose(): void;
}

/** The same question for a visit and those after it: what each of them keeps, and what comes back of all together. */
export function CancelFollowing({ job, onClose }: Props) {
  const { t } = useSeriesText();
  const { t: say } = useCustomerText();
  const preview = useCall(previewFollowingCancellation, { params: { id: job.id } });
  if (preview.isPending) return <Skeleton words={t('cancel.loading')} lines={5} bare />;
  if (preview.isError) {
    return (
      <ErrorState
        retryLabel={t('tryAgain')}
        onRetry={() => void preview.refetch()}
        retrying={preview.isFetching && t('trying')}
      >
        {preview.error.status === 409 ? preview.error.message : say('cancel.failed')}
      </ErrorState>
    );
  }
  return (
    <Question job={job} sums={preview.data} onClose={onClose} lookAgain={() => void preview.refetch()} />
  );
}

interface QuestionProps extends Props {
  readonly sums: CancelledVisits;
  lookAgain(): void;
}

function Question({ job, sums, onClose, lookAgain }: QuestionProps) {
  const { t } = useSeriesText();
  const { t: say } = useCustomerText();
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = [getJob, listJobs, previewCancellation, previewFollowingCancellation];
  const act = useAct(cancelFollowing, { refresh });
  const back = useBackText(sums);
  const count = sums.visits.length;
  const cancel = async () => {
    setProblem(null);
    const { fee, refund, creditsReturned, creditsForfeited } = sums;
    const shown = { visits: count, fee, refund, creditsReturned, creditsForfeited };
    try {
      const { creditsLeft } = await act.mutateAsync({ params: { id: job.id }, body: { shown } });
      session.updateCredit({ creditsLeft });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : say('cancel.failed'));
      lookAgain();
    }
  };
  return (
    <>
      <Intro job={job} sums={sums} />
      <EachVisit sums={sums} />
      <CancellationSums terms={sums} />
      {problem !== null && (
        <Notice kind="bad" live>
          {problem}
        </Notice>
      )}
      <div className={styles.answers}>
        <Button full onClick={onClose}>
          {t('cancel.keep')}
        </Button>
        <Button
          full
          kind="danger"
          busy={act.isPending && say('cancel.cancelling')}
          onClick={() => void cancel()}
        >
          {back === null ? t('cancel.go', { count }) : t('cancel.goAndGet', { count, back })}
        </Button>
      </div>
    </>
  );
}

function Intro({ job, sums }: { readonly job: Job; readonly sums: CancelledVisits }) {
  const { t } = useSeriesText();
  const { t: say } = useCustomerText();
  const { hours } = useFormat();
  const shareOf = useShare();
  if (job.policy === undefined || !job.paid) return <p>{say('cancel.held')}</p>;
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

/** Every date, and what of it is kept. */
function EachVisit({ sums }: { readonly sums: CancelledVisits }) {
  const { t } = useSeriesText();
  const { t: say } = useCustomerText();
  const { money, hours } = useFormat();
  const { whenOf } = useVisitWords();
  const keptOf = ({ fee, creditsForfeited }: CancelledVisits['visits'][number]) => {
    if (fee === 0 && creditsForfeited === 0) return t('cancel.free');
    if (creditsForfeited === 0) return t('cancel.kept', { amount: money(fee) });
    if (fee === 0) return t('cancel.kept', { amount: hours(creditsForfeited) });
    return t('cancel.kept', {
      amount: say('cancel.both', { money: money(fee), hours: hours(creditsForfeited) }),
    });
  };
  return (
    <ul className={styles.facts}>
      {sums.visits.map((visit) => (
        <li key={visit.jobID}>
          <span>{whenOf(visit.startTime)}</span>
          <span className="k-muted">{keptOf(visit)}</span>
        </li>
      ))}
    </ul>
  );
}
