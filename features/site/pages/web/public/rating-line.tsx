import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { siteTexts } from './texts.ts';
import { useRating } from './use-rating.ts';

/** Average stars and number of reviews; hidden while there are none. */
export function RatingLine() {
  const { t } = useText(siteTexts);
  const { count = 0, average = null } = useRating() ?? {};
  if (average === null) return null;
  return (
    <span>
      <span aria-hidden="true">★ </span>
      <TextLink href="/reviews">{t('rating', { average: average.toFixed(1), count })}</TextLink>
    </span>
  );
}
