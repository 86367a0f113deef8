import type { Db } from '../../database/database.ts';
import type { FakeToken } from './customers-and-cards.ts';
import { newStripeID, nowSeconds, openStore } from './store.ts';

/** Issues a single-use token for a test card that was entered. */
export async function issueToken(
  db: Db,
  typed: { readonly card: string; readonly expMonth: number; readonly expYear: number },
): Promise<string> {
  const token: FakeToken = {
    id: newStripeID('tok'),
    object: 'token',
    created: nowSeconds(),
    used: false,
    ...typed,
  };
  await openStore(db).put('token', token);
  return token.id;
}
