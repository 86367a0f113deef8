import type { Cents, Hours } from '#platform/kernel/money.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';

/** What the client shows as the price. Absent figures are not compared. */
export interface ClientFigures {
  readonly total?: Cents | null | undefined;
  readonly price?: Cents | null | undefined;
  readonly creditsUsed?: Hours | null | undefined;
  readonly jobtype?: string | null | undefined;
}

export interface OwnFigures {
  /** Cents to pay now for all visits. */
  readonly total: Cents;
  /** Cents for the named job. */
  readonly ofOne: Cents;
  /** Hours of credit used for it. */
  readonly creditsUsed: Hours;
  readonly jobType: string;
}

/**
 * Compares the figures that the client shows with what would be charged. A difference refuses the payment
 * before any charge, with our figures.
 */
export function whyFiguresDiffer(
  client: ClientFigures,
  own: OwnFigures,
): Refusal<'price_changed' | 'invalid'> | null {
  if (client.jobtype && client.jobtype !== own.jobType) {
    return refuseField('jobtype', `This booking is for ${own.jobType}.`);
  }
  const isOurs = (figure: Cents | null | undefined) =>
    figure === null || figure === undefined || figure === own.total || figure === own.ofOne;
  const sameTotal = client.total === null || client.total === undefined || client.total === own.total;
  const sameHours = !client.creditsUsed || client.creditsUsed === own.creditsUsed;
  if (sameTotal && isOurs(client.price) && sameHours) return null;
  return refuse('price_changed', {
    extensions: { price: own.ofOne, total: own.total, amountToPay: own.total, creditsUsed: own.creditsUsed },
  });
}
