import { NewRecord } from '#platform/web/office/record-screens.tsx';
import { PROMO_CODES, usePromoLayout } from '../parts/promo-code.ts';

/** /admin/promocodes/new */
export function Component() {
  return <NewRecord of={PROMO_CODES} layout={usePromoLayout()} />;
}
