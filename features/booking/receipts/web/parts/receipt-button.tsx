import { useState } from 'react';
import type { TransactionReply } from '#features/money/payments/contract.ts';
import { download } from '#platform/web/api/api.ts';
import { ApiError, OFFLINE } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { getReceipt } from '../../contract.ts';
import { useReceiptText } from './text.ts';

export interface ReceiptButtonProps {
  readonly of: Pick<TransactionReply, 'id' | 'receiptNo' | 'type' | 'total'>;
  /** number: only the receipt number, for a table column; the words are for screen readers. */
  readonly look?: 'words' | 'number' | undefined;
}

/** Downloads a receipt. A plain link would need the session in its URL. */
export function ReceiptButton({ of, look = 'words' }: ReceiptButtonProps) {
  const { t } = useReceiptText();
  const [state, setState] = useState<'ready' | 'busy' | 'failed' | 'offline'>('ready');
  const isCreditNote = of.type === 'refund' || of.total < 0;
  const label = t(isCreditNote ? 'creditNote' : 'receipt', { number: of.receiptNo });
  const save = async () => {
    setState('busy');
    try {
      await download(getReceipt, { params: { id: of.id } });
      setState('ready');
    } catch (error) {
      setState(error instanceof ApiError && error.code === OFFLINE ? 'offline' : 'failed');
    }
  };
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        busy={state === 'busy' && t('fetching')}
        onClick={save}
        {...(look === 'number' && { 'aria-label': label, title: label })}
      >
        {look === 'number' ? of.receiptNo : label}
      </Button>
      {(state === 'failed' || state === 'offline') && (
        <p role="alert" className="k-small">
          {t(state)}
        </p>
      )}
    </>
  );
}
