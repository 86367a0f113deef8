/** When the saved card is charged for a visit of a series that is not paid ahead. */
export const CHARGE_TIMES = ['evening-before', 'after-visit', 'weekly'] as const;
export type ChargeTime = (typeof CHARGE_TIMES)[number];
