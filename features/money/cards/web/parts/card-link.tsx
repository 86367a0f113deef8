import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useCardsText } from './text.ts';

/** The page of the stored card. */
export const CARD = '/dashboard/account/card';

export function CardLink() {
  const { t } = useCardsText();
  return (
    <TextLink roomy href={CARD}>
      {t('title')}
    </TextLink>
  );
}
