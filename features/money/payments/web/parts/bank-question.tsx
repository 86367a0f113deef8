import { useState } from 'react';
import { answerChallenge } from '#platform/contract/sandbox-calls.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { cardTexts } from './texts.ts';

export type Outcome = 'succeed' | 'fail';

interface Props {
  /** The payment's client secret; null if there is no challenge. */
  secret: string | null;
  /** Cents; null when storing a card without a charge. */
  total: number | null;
  onAnswered: (outcome: Outcome) => void;
}

/** The sandbox's bank challenge, which a real bank would show in its own window. */
export function BankQuestion({ secret, total, onAnswered }: Props) {
  const { t } = useText(cardTexts);
  const { money } = useFormat();
  const [busy, setBusy] = useState(false);
  const answer = async (outcome: Outcome) => {
    if (secret === null || busy) return;
    setBusy(true);
    await tellBank(secret, outcome);
    setBusy(false);
    onAnswered(outcome);
  };
  const working = busy && t('bankAnswering');
  return (
    <Sheet
      open={secret !== null}
      onClose={() => void answer('fail')}
      title={t('bankTitle')}
      closeLabel={t('close')}
      actions={
        <div className="k-stack k-gap-12">
          <Button full busy={working} onClick={() => void answer('succeed')}>
            {t('bankYes')}
          </Button>
          <Button full kind="quiet" onClick={() => void answer('fail')}>
            {t('bankNo')}
          </Button>
        </div>
      }
    >
      <p>{total === null ? t('bankTextKeep') : t('bankText', { amount: money(total) })}</p>
    </Sheet>
  );
}

async function tellBank(secret: string, outcome: Outcome): Promise<void> {
  const [paymentIntentID = ''] = secret.split('_secret');
  try {
    await callApi(answerChallenge, { params: { paymentIntentID }, body: { outcome } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Failed to send, or already answered: repeating the payment returns its state.
  }
}
