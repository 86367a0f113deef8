import { useState } from 'react';
import { listTransactions, type TransactionReply } from '#features/money/payments/contract.ts';
import { download } from '#platform/web/api/api.ts';
import { ApiError, OFFLINE } from '#platform/web/api/api-error.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { getReceipt } from '../../contract.ts';
import { receiptTexts } from '../texts.ts';

interface ReceiptButtonProps {
  readonly of: Pick<TransactionReply, 'id' | 'receiptNo' | 'type' | 'total' | 'method'>;
  /** number: only the receipt number, for a table column; the words are for screen readers. */
  readonly look?: 'words' | 'number' | undefined;
}

/** Downloads a receipt. A plain link would need the session in its URL. */
export function ReceiptButton({ of, look = 'words' }: ReceiptButtonProps) {
  const { t } = useText(receiptTexts);
  const [state, setState] = useState<'ready' | 'busy' | 'failed' | 'offline'>('ready');
  if (of.method === 'invoice' && of.total >= 0) return null; // the invoice is its document
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

/** The receipts of a visit: its payment, then its refunds. Renders nothing if there are none. */
export function JobReceipts({ jobID }: { readonly jobID: string }) {
  const { t } = useText(receiptTexts);
  const query = { jobID, sortby: 'createdAt', order: 'asc', size: 100 } as const;
  const moved = useCall(listTransactions, { query });
  if (moved.isError && !moved.data) {
    return (
      <ErrorState
        retryLabel={t('tryAgain')}
        onRetry={() => moved.refetch()}
        retrying={moved.isFetching && t('trying')}
      >
        {t('listFailed')}
      </ErrorState>
    );
  }
  const items = moved.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="k-stack k-gap-10">
      <h2 className="k-hidden">{t('title')}</h2>
      {items.map((item) => (
        <ReceiptButton key={item.id} of={item} />
      ))}
    </section>
  );
}
