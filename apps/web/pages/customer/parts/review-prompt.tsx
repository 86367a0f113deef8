import { useEffect, useRef } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { ReviewForm } from './review-form.tsx';

/** "How was Tuesday?" */
export function ReviewPrompt({ job, onSent }: { job: Job; onSent?: () => void }) {
  const { t } = useText(customerTexts);
  const { date } = useFormat();
  const { weekdayOf, crewOf } = useVisitLabels();
  const crew = crewOf(job);
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle>{t('review.question', { weekday: weekdayOf(job.startTime) })}</SectionTitle>
      <p className="k-muted k-small k-break">
        {crew === '' ? date(job.startTime) : t('review.with', { day: date(job.startTime), crew })}
      </p>
      <ReviewForm job={job} brief {...(onSent ? { onSent } : {})} />
    </section>
  );
}

/** Replaces the form after it was sent, and takes its focus. */
export function Thanks() {
  const { t } = useText(customerTexts);
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={words} tabIndex={-1} className={styles.thanks}>
      <Notice kind="good" live>
        {t('review.thanks')}
      </Notice>
    </div>
  );
}

/** The customer's review of the visit. */
export function GivenReview({ job }: { job: Job }) {
  const { t } = useText(customerTexts);
  const { date } = useFormat();
  if (job.reviewedAt === null) return null;
  const count = job.reviewStarts ?? 0;
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle>{t('review.yours')}</SectionTitle>
      <p className={styles.given}>
        <span aria-hidden="true">{'★'.repeat(count)}</span>{' '}
        <span className="k-muted k-small">
          {t('review.given', { stars: t('stars', { count }), day: date(job.reviewedAt) })}
        </span>
      </p>
      {job.review && <blockquote className="k-quote">{job.review}</blockquote>}
    </section>
  );
}
