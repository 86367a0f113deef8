import * as routes from '#features/routes.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { session } from '#platform/web/session/session.ts';

const records = {
  customer: lightCall<typeof import('#features/people/customers/contract.ts').getCustomer>(
    routes.getCustomer,
  ),
  cleaner: lightCall<typeof import('#features/people/cleaners/contract.ts').getCleaner>(routes.getCleaner),
  admin: lightCall<typeof import('#features/people/accounts/contract.ts').getAdmin>(routes.getAdmin),
};

type OwnRecord = CallReply<(typeof records)[keyof typeof records]>;

/**
 * Fetches the signed-in person's own record, which refreshes name, card and hours in the session. A 401 clears a
 * session that the server no longer knows. Without a response the session stays.
 */
export async function refreshOwnRecord(): Promise<void> {
  const { type, id, jwt } = session.getState();
  if (type === null || id === null) return;
  try {
    const record: OwnRecord = await callApi(records[type], { params: { id } });
    // Another person may have signed in meanwhile.
    if (session.getState().jwt === jwt) session.updateCreditInfo(record);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A 401 has already cleared the session; any other error says nothing about it.
  }
}
