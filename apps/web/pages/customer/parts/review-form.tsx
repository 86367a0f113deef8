import { z } from 'zod';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { addReview } from '#features/work/visits/contract.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { Stars } from '#platform/web/design/parts/stars.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';

interface ReviewFormProps {
  job: Job;
  /** Shows only the stars until one is pressed. */
  brief?: boolean;
  onSent?: () => void;
}

/** Stars and a comment, sent once. The server's errors are shown next to their fields. */
export function ReviewForm({ job, brief = false, onSent }: ReviewFormProps) {
  const { t } = useText(customerTexts);
  const { date } = useFormat();
  const sentenceOf = useJobSentence();
  const save = useAct(addReview, { refresh: [getJob, listJobs] });
  const form = useForm({
    initial: { reviewStarts: 0, review: '' },
    draft: `review ${job.id}`,
    schema: z.object({
      reviewStarts: z.number().min(1, { error: t('review.needsStars') }),
      review: z.string(),
    }),
    send: async (values) => {
      await save.mutateAsync({ params: { id: job.id }, body: values });
      onSent?.();
    },
  });
  const { error, value, onChange } = form.choice('reviewStarts');
  return (
    <form className="k-stack k-gap-14" onSubmit={form.submit} noValidate>
      <div>
        <Stars
          name="reviewStarts"
          label={t('review.label', { day: date(job.startTime) })}
          names={useStarNames()}
          value={value === 0 ? null : value}
          onChange={onChange}
        />
        <p className={styles.error} role="alert">
          {error}
        </p>
      </div>
      {(!brief || value > 0) && (
        <>
          <TextArea
            label={t('review.words')}
            aside={t('review.optional')}
            hint={t('review.wordsHint')}
            maxLength={2000}
            {...form.text('review')}
          />
          <SubmitProblem problem={form.problem} sentenceOf={sentenceOf} />
          <Button type="submit" full busy={form.sending && t('review.sending')}>
            {t('review.send')}
          </Button>
        </>
      )}
      <UnsavedGuard when={form.changed && form.values.review !== '' && !form.sending} />
    </form>
  );
}

function useStarNames(): readonly [string, string, string, string, string] {
  const { t } = useText(customerTexts);
  const name = (count: number) => t('stars', { count });
  return [name(1), name(2), name(3), name(4), name(5)];
}
