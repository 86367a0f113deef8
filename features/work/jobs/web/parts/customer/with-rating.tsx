import type { ReactNode } from 'react';
import { useLanguage } from '#platform/web/i18n/language.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { jobsTexts } from '../texts.ts';

interface WithRatingProps {
  /** Mean stars, 1 to 5; null if there are too few reviews, in which case nothing is added. */
  readonly rating: number | null;
  readonly reviews: number;
  readonly children: ReactNode;
}

/** A cleaner's details followed by their rating: `Nur Aisyah, ★ 4.8 (23)`. */
export function WithRating({ rating, reviews, children }: WithRatingProps) {
  const { t } = useText(jobsTexts);
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
