import { useReductionSentence } from '#features/booking/checkout/web/parts/use-reduction-sentence.ts';
import { PromoCodeField } from '#features/money/promo-codes/web/parts/promo-code-field.tsx';
import { callApi } from '#platform/web/api/api.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { quoteJob } from '../../../contract.ts';
import { useQuote } from './visit-price.tsx';

interface QuotedCodeProps {
  readonly quoted: CallInput<typeof quoteJob>['body'];
  onChange(promocode: string): void;
}

/**
 * The promo code of a booking that is not held yet: the quote checks it for this customer and shows the
 * discount.
 */
export function QuotedCode({ quoted, onChange }: QuotedCodeProps) {
  const { promocode = '' } = quoted;
  const line = useQuote(quoted).data?.price.lines.find(({ code }) => code === 'promo');
  return (
    <PromoCodeField
      code={promocode === '' ? null : (line?.label ?? promocode)}
      discount={line && -line.amount}
      put={async (code) => {
        if (code !== '') await callApi(quoteJob, { body: { ...quoted, promocode: code } });
        onChange(code);
      }}
      sentenceOf={useReductionSentence()}
    />
  );
}
