import type { Db } from '../../database/database.ts';
import type { TwinToken } from './customers-and-cards.ts';
import { newStripeId, nowSeconds, openStore } from './store.ts';

/** A token for a test card that was typed in; good for one use. */
export async function issueToken(
  db: Db,
  typed: { readonly card: string; readonly expMonth: number; readonly expYear: number },
): Promise<string> {
  const token: TwinToken = {
    id: newStripeId('tok'),
    object: 'token',
    created: nowSeconds(),
    used: false,
    ...typed,
  };
  await openStore(db).put('token', token);
  return token.id;
}
