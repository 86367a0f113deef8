import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';

/** There are no promo codes to know yet: any but none is refused. */
export function whyCodeRefused(code: string | null | undefined): Refusal<'invalid'> | null {
  return code ? refuseField('promocode', 'We do not recognise this code. Check it and try again.') : null;
}
