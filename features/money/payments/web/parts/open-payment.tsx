import { type ReactNode, useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { cardTexts } from './texts.ts';

/** Whether a payment was refused because the outcome of an earlier one is open. */
export function isPaymentOpen(problem: Error | null): problem is ApiError {
  return problem instanceof ApiError && problem.code === 'payment_in_progress';
}

interface Props {
  /** A user-facing description of the state. */
  readonly sentence: string;
  readonly cancel: () => Promise<void>;
  /** A link to where the outcome will show. */
  readonly link?: ReactNode;
}

/** A payment that the bank has not confirmed, with a button to cancel it and pay another way. */
export function OpenPayment({ sentence, cancel, link }: Props) {
  const { t } = useText(cardTexts);
  const [state, setState] = useState<'open' | 'cancelling' | 'stays' | 'cancelled'>('open');
  if (state === 'cancelled') return <Notice kind="good">{t('paymentCancelled')}</Notice>;
  const press = async () => {
    setState('cancelling');
    try {
      await cancel();
      setState('cancelled');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState('stays');
    }
  };
  const isBusy = state === 'cancelling';
  return (
    <Notice
      kind="sun"
      action={
        <>
          {link}
          <TextButton onClick={() => void (isBusy || press())}>
            {t(isBusy ? 'cancelling' : 'payOtherWay')}
          </TextButton>
        </>
      }
    >
      {state === 'stays' ? t('paymentStays') : sentence}
    </Notice>
  );
}
