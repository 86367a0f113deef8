import { useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import styles from '#features/work/jobs/web/parts/customer.module.css';
import { useCustomerText } from '#features/work/jobs/web/parts/customer-text.ts';
import { useVisitLabels } from '#features/work/jobs/web/parts/use-visit-labels.ts';
import { mayReview } from '#features/work/jobs/web/parts/visit-state.ts';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ReviewForm } from './review-form.tsx';
import { GivenReview, Thanks } from './review-prompt.tsx';

/** The review of one visit: the form once it is over, then the review. */
export function VisitReview({ job, now }: { job: Job; now: Date }) {
  const { t } = useCustomerText();
  const { weekdayOf } = useVisitLabels();
  const [sent, setSent] = useState(false);
  if (mayReview(job, now) && !sent) {
    return (
      <section className={styles.section}>
        <SectionTitle>{t('review.question', { weekday: weekdayOf(job.startTime) })}</SectionTitle>
        <ReviewForm job={job} onSent={() => setSent(true)} />
      </section>
    );
  }
  return (
    <>
      {sent && <Thanks />}
      <GivenReview job={job} />
    </>
  );
}
