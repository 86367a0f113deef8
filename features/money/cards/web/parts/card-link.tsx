import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { cardsTexts } from '../texts.ts';

/** The page of the stored card. */
export const CARD = '/dashboard/account/card';

export function CardLink() {
  const { t } = useText(cardsTexts);
  return (
    <TextLink roomy href={CARD}>
      {t('title')}
    </TextLink>
  );
}
