import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useCardText } from '#features/money/payments/web/parts/card-text.ts';
import type { Choice } from '#platform/web/design/parts/choice.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { useSession } from '#platform/web/session/session.ts';

/** The choices "stored card" and "new card"; empty if no card is stored. */
export function useCardChoices(): Choice<'stored' | 'new'>[] {
  const { t } = useCardText();
  const { creditCardLast4, creditCardExpiryMonth, creditCardExpiryYear } = useSession();
  if (creditCardLast4 === null) return [];
  const expiry = `${(creditCardExpiryMonth ?? '').padStart(2, '0')}/${(creditCardExpiryYear ?? '').slice(-2)}`;
  return [
    {
      value: 'stored',
      label: t('stored', { last4: creditCardLast4 }),
      note: t('expires', { date: expiry }),
      picture: <Icon of={IconCreditCard} />,
    },
    { value: 'new', label: t('another'), picture: <Icon of={IconPlus} /> },
  ];
}
