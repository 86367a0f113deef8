import { useState } from 'react';
import { useJobsText } from '#features/jobs/web/parts/text.ts';
import { answerChallenge } from '#platform/contract/sandbox-calls.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useBookingText } from '../text.ts';
import styles from './card.module.css';

export type Outcome = 'succeed' | 'fail';

interface Props {
  /** The payment's client secret; null: nothing is asked. */
  secret: string | null;
  /** Cents. */
  total: number;
  onAnswered: (outcome: Outcome) => void;
}

/** The sandbox's bank asking the card's owner, as a real one would in a window of its own. */
export function BankQuestion({ secret, total, onAnswered }: Props) {
  const { t } = useBookingText();
  const { t: jobsText } = useJobsText();
  const { money } = useFormat();
  const [busy, setBusy] = useState(false);
  const answer = async (outcome: Outcome) => {
    if (secret === null || busy) return;
    setBusy(true);
    await tellBank(secret, outcome);
    setBusy(false);
    onAnswered(outcome);
  };
  const working = busy && t('pay.bankAnswering');
  return (
    <Sheet
      open={secret !== null}
      onClose={() => void answer('fail')}
      title={t('pay.bankTitle')}
      closeLabel={jobsText('close')}
      actions={
        <div className={styles.answers}>
          <Button full busy={working} onClick={() => void answer('succeed')}>
            {t('pay.bankYes')}
          </Button>
          <Button full kind="quiet" onClick={() => void answer('fail')}>
            {t('pay.bankNo')}
          </Button>
        </div>
      }
    >
      <p>{t('pay.bankText', { amount: money(total) })}</p>
    </Sheet>
  );
}

async function tellBank(secret: string, outcome: Outcome): Promise<void> {
  const [paymentIntentId = ''] = secret.split('_secret');
  try {
    await callApi(answerChallenge, { params: { paymentIntentId }, body: { outcome } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Not heard, or answered before: paying again tells how it stands.
  }
}
