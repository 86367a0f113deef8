import type { ReactNode } from 'react';
import { useLanguage } from '#platform/web/i18n/language.ts';
import { useJobsText } from './text.ts';

interface WithRatingProps {
  /** Mean stars, 1 to 5; null with too few reviews, and then nothing is added. */
  readonly rating: number | null;
  readonly reviews: number;
  readonly children: ReactNode;
}

/** Words about a cleaner, then how customers rate them: `Nur Aisyah, ★ 4.8 (23)`. */
export function WithRating({ rating, reviews, children }: WithRatingProps) {
  const { t } = useJobsText();
  const language = useLanguage();
  if (rating === null) return children;
  const stars = rating.toFixed(1);
  return (
    <>
      {children}
      {language === 'zh' ? '，' : ', '}
      <span aria-hidden="true">{`★ ${stars} (${reviews})`}</span>
      <span className="k-hidden">{t('rated', { stars, count: reviews })}</span>
    </>
  );
}
