import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ChangeRecord } from '#platform/web/office/record-screens.tsx';
import { discountText } from '../../rules/discount.ts';
import { PROMO_CODES, usePromoLayout } from '../parts/promo-code.ts';

/** /admin/promocodes/:promoCodeID/update */
export function Component() {
  const layout = usePromoLayout();
  return (
    <RecordFrame of={PROMO_CODES} subtitle={discountText}>
      {(promo) => <ChangeRecord of={PROMO_CODES} layout={layout} record={promo} />}
    </RecordFrame>
  );
}
