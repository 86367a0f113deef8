import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ShowRecord } from '#platform/web/office/record-screens.tsx';
import { discountText } from '../../rules/discount.ts';
import { PROMO_CODES, usePromoLayout } from '../parts/promo-code.ts';
import { UsesPanel } from './uses-panel.tsx';

/** /admin/promocodes/:promoCodeID/view */
export function Component() {
  const layout = usePromoLayout();
  return (
    <RecordFrame of={PROMO_CODES} subtitle={discountText}>
      {(promo) => (
        <>
          <ShowRecord layout={layout} record={promo} />
          <UsesPanel promo={promo} />
        </>
      )}
    </RecordFrame>
  );
}
