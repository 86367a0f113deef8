import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/**
 * The codes that a customer used. The uses stay when the customer is erased: without the name they identify
 * nobody, and the limits count them.
 */
export const promoData: PersonalData = {
  tables: ['promo_use'],

  async collect({ db }, { id }) {
    const uses = await db
      .selectFrom('promo_use')
      .innerJoin('promo_code', 'promo_code.id', 'promo_use.promoCodeID')
      .select(['promo_code.code', 'promo_use.discount', 'reservedAt', 'usedAt', 'releasedAt'])
      .where('promo_use.customerID', '=', id)
      .orderBy('reservedAt')
      .execute();
    return {
      'Promo codes you used': uses.map((use) => ({
        Code: use.code,
        'Taken off': `S$${dollars(use.discount)}`,
        'Entered on': wireTime(use.reservedAt),
        'Used on': wireTimeOrNull(use.usedAt),
        'Given back on': wireTimeOrNull(use.releasedAt),
      })),
    };
  },
};
