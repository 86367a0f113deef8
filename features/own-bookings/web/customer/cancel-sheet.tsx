import { useState } from 'react';
import type { Cancellation, Job } from '#features/jobs/contract/shapes.ts';
import { cancelJob, getJob, listJobs, previewCancellation } from '#features/jobs/contract.ts';
import styles from '#features/jobs/web/parts/customer.module.css';
import { useCustomerText } from '#features/jobs/web/parts/customer-text.ts';
import { useJobsText } from '#features/jobs/web/parts/text.ts';
import { useVisitWords } from '#features/jobs/web/parts/use-visit-words.ts';
import { type Scope, ScopeChoice } from '#features/series/web/parts/scope-choice.tsx';
import { useSeriesText } from '#features/series/web/parts/text.ts';
import { useFollowingCount } from '#features/series/web/parts/use-following.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { session } from '#platform/web/session/session.ts';
import { CancelFollowing } from './cancel-following.tsx';
import { CancellationSums, useBackText } from './cancellation-sums.tsx';
import { TermsLine, useShare } from './terms-section.tsx';

interface Props {
  readonly job: Job;
  readonly now: Date;
  onClose(): void;
}

/** Asks once more, with the very cents and hours that come back; then it is what happens. */
export function CancelSheet({ job, now, onClose }: Props) {
  const { t } = useCustomerText();
  const { t: ofSeries } = useSeriesText();
  const { t: shared } = useJobsText();
  const { weekdayOf } = useVisitWords();
  const [scope, setScope] = useState<Scope>('this');
  const count = useFollowingCount(job);
  const title =
    scope === 'this'
      ? t('cancel.title', { weekday: weekdayOf(job.startTime) })
      : ofSeries('cancel.title', { count });
  return (
    <Sheet open onClose={onClose} title={title} closeLabel={shared('close')}>
      <div className={styles.question}>
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
  const { t } = useCustomerText();
  const { t: shared } = useJobsText();
  const preview = useCall(previewCancellation, { params: { id: job.id } });
  return (
    <>
      {preview.isPending && <Skeleton words={t('cancel.loading')} lines={5} bare />}
      {preview.isError && (
        <ErrorState
          retryLabel={shared('tryAgain')}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching && shared('trying')}
        >
          {preview.error.status === 409 ? preview.error.message : t('cancel.failed')}
        </ErrorState>
      )}
      {preview.data && (
        <Question
          job={job}
          now={now}
          terms={preview.data}
          onClose={onClose}
          lookAgain={() => void preview.refetch()}
        />
      )}
    </>
  );
}

interface QuestionProps extends Props {
  readonly terms: Cancellation;
  lookAgain(): void;
}

function Question({ job, now, terms, onClose, lookAgain }: QuestionProps) {
  const { t } = useCustomerText();
  const [problem, setProblem] = useState<string | null>(null);
  const act = useAct(cancelJob, { refresh: [getJob, listJobs, previewCancellation] });
  const back = useBackText(terms);
  const cancel = async () => {
    setProblem(null);
    try {
      const { creditsLeft } = await act.mutateAsync({ params: { id: job.id }, body: { fee: terms.fee } });
      session.updateCredit({ creditsLeft });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('cancel.failed'));
      lookAgain();
    }
  };
  return (
    <div className={styles.question}>
      <Intro job={job} now={now} />
      {job.paid && <TermsLine job={job} now={now} />}
      <CancellationSums terms={terms} />
      <CodeBack job={job} />
      {problem !== null && (
        <Notice kind="bad" live>
          {problem}
        </Notice>
      )}
      <div className={styles.answers}>
        <Button full onClick={onClose}>
          {t('cancel.keep')}
        </Button>
        <Button full kind="danger" busy={act.isPending && t('cancel.cancelling')} onClick={cancel}>
          {back === null ? t('cancel.go') : t('cancel.goAndGet', { back })}
        </Button>
      </div>
    </div>
  );
}

/** A promo code comes back whatever is kept of the money. */
function CodeBack({ job }: { readonly job: Job }) {
  const { t } = useCustomerText();
  const code = job.price?.lines.find((line) => line.code === 'promo')?.label;
  return code === undefined ? null : <p className="k-muted k-small">{t('cancel.codeBack', { code })}</p>;
}

/** When it starts, and what the terms say at this moment. */
function Intro({ job, now }: { readonly job: Job; readonly now: Date }) {
  const { t } = useCustomerText();
  const { hours } = useFormat();
  const { whenOf } = useVisitWords();
  const shareOf = useShare();
  if (job.policy === undefined || !job.paid) return <p>{t('cancel.held')}</p>;
  const { freeHours, lateFeePercent } = job.policy;
  const ahead = Math.max(0, (Date.parse(job.startTime) - now.getTime()) / HOUR_MS);
  const isFree = ahead >= freeHours || lateFeePercent === 0;
  const starts = ahead < SOON_HOURS ? t('cancel.startsIn', { hours: hours(Math.floor(ahead)) }) : '';
  const rule = isFree
    ? t('cancel.free', { moment: whenOf(job.startTime) })
    : t('cancel.late', { hours: hours(freeHours), share: shareOf(lateFeePercent) });
  return <p>{[ahead < 1 ? t('cancel.startsSoon') : starts, rule].filter(Boolean).join(' ')}</p>;
}

const HOUR_MS = 3_600_000;
/** From here on people count hours rather than days. */
const SOON_HOURS = 48;
