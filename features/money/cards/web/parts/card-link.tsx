import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useCardsText } from './text.ts';

/** Where the stored card is seen and replaced. */
export const CARD = '/dashboard/account/card';

/** The way to the stored card. */
export function CardLink() {
  const { t } = useCardsText();
  return (
    <TextLink roomy href={CARD}>
      {t('title')}
    </TextLink>
  );
}
