import type { HomeType } from '#features/people/customers/rules/homes.ts';
import { callApi } from '#platform/web/api/api.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import { createAddress, listAddresses, updateAddress } from './calls.ts';
import type { Draft } from './draft.ts';

type Stored = CallReply<typeof createAddress>;

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether a stored address matches the entered one: same postal code and unit. */
export function isSameHome(
  stored: Pick<Stored, 'postal' | 'addressLine2'>,
  typed: Pick<Draft, 'postal' | 'addressLine2'>,
): boolean {
  return stored.postal === typed.postal && plain(stored.addressLine2) === plain(typed.addressLine2);
}

/**
 * The id of the address to book for: the picked one, a stored one that matches, or a new one. Pets,
 * preferences and an entered building are saved with it; a picked home keeps its own building.
 * @throws ApiError
 */
export async function storeAddress(draft: Draft, type: HomeType): Promise<string> {
  const { items } = await callApi(listAddresses, { query: { size: 100 } });
  const known =
    items.find((one) => one.id === draft.addressID) ?? items.find((one) => isSameHome(one, draft));
  const preferences = {
    hasPets: draft.hasPets,
    genderPreference: draft.gender,
    languagePreference: draft.language,
  };
  if (known === undefined) {
    const { postal, addressLine1, addressLine2, addressLine3 } = draft;
    const body = { type, postal, addressLine1, addressLine2, addressLine3, ...preferences };
    return (await callApi(createAddress, { body })).id;
  }
  const changes = changesIn(
    { ...preferences, addressLine3: (draft.addressID === null && draft.addressLine3) || known.addressLine3 },
    known,
  );
  if (Object.keys(changes).length > 0) {
    await callApi(updateAddress, { params: { id: known.id }, body: changes });
  }
  return known.id;
}
