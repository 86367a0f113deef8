import { useEffect, useRef } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { mayAnswerCame } from '#features/work/jobs/web/parts/customer/visit-state.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { answerCame } from '#features/work/visits/contract.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';

/** "Did we come on Monday?", of a visit that ended without a clock-in; then the reply to the answer. */
export function DidWeCome({ job, now }: { job: Job; now: Date }) {
  const { t } = useText(customerTexts);
  const { weekdayOf } = useVisitLabels();
  const sentenceOf = useJobSentence();
  const answer = useAct(answerCame, { refresh: [getJob, listJobs] });
  const answered = answer.data?.came ?? job.came;
  if (job.stage !== 'upcoming' || job.status === 'cancelled') return null;
  if (answered !== null) return <Answered came={answered} isNew={answer.isSuccess} />;
  if (!mayAnswerCame(job, now)) return null;
  const choices = [
    { came: true, label: t('came.yes') },
    { came: false, label: t('came.no') },
  ];
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle>{t('came.question', { weekday: weekdayOf(job.startTime) })}</SectionTitle>
      <p className="k-muted k-small">{t('came.why')}</p>
      <div className={styles.answers}>
        {choices.map(({ came, label }) => (
          <Button
            key={label}
            kind="quiet"
            busy={answer.isPending && answer.variables.body.came === came && t('came.sending')}
            onClick={() => answer.mutate({ params: { id: job.id }, body: { came } })}
          >
            {label}
          </Button>
        ))}
      </div>
      {answer.error && (
        <Notice kind="bad" live>
          {sentenceOf(answer.error)}
        </Notice>
      )}
    </section>
  );
}

/** Takes the focus of the button that has gone. */
function Answered({ came, isNew }: { came: boolean; isNew: boolean }) {
  const { t } = useText(customerTexts);
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) words.current?.focus({ preventScroll: true });
  }, [isNew]);
  if (came && !isNew) return null;
  return (
    <div ref={words} tabIndex={-1} className={styles.thanks}>
      <Notice kind={came ? 'good' : 'sun'} live={isNew}>
        {t(came ? 'came.thanks' : 'came.sorry')}
      </Notice>
    </div>
  );
}
