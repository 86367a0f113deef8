import { useState } from 'react';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import type { Job } from '../../contract/shapes.ts';
import styles from './customer.module.css';
import { ReviewForm } from './review-form.tsx';
import { GivenReview, Thanks } from './review-prompt.tsx';
import { useCustomerText } from './text.ts';
import { useVisitWords } from './use-visit-words.ts';
import { mayReview } from './visit-state.ts';

/** The review of one visit: the form once it is over, what was said after that. */
export function VisitReview({ job, now }: { job: Job; now: Date }) {
  const { t } = useCustomerText();
  const { weekdayOf } = useVisitWords();
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
