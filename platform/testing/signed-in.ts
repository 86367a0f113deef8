import type { OfficeRole, Role } from '../kernel/actor.ts';
import { isRefusal } from '../kernel/refusal.ts';
import { inTransaction } from '../server/database/transaction.ts';
import { openSession } from '../server/sessions/sessions.ts';
import type { As, TestApp } from './test-app.ts';

/** Creates a session directly, without a sign-in: `app.call(listCleaners, {}, await signedIn(app, 'admin'))`. */
export async function signedIn(
  app: TestApp,
  role: Role,
  accountID = app.services.newID(),
  officeRole: OfficeRole = 'owner',
): Promise<As> {
  const by = {
    role,
    accountID,
    staySignedIn: false,
    browser: false,
    ...(role === 'admin' && { officeRole }),
  };
  const session = await inTransaction(app.context(), (tx) => openSession(tx, by));
  if (isRefusal(session)) throw new Error(session.refusal);
  return { jwt: session.jwt };
}
