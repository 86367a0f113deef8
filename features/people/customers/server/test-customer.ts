import { areaOfPostal } from '#features/catalogue/places/server/index.ts';
import type { Tx } from '#platform/server/context.ts';
import { TEST_CUSTOMER_ID } from '../rules/test-customer.ts';
import type { AddressRow } from './addresses.ts';

type Area = Awaited<ReturnType<typeof areaOfPostal>>;

/** Adds the test customer with a home; null if there is one already, also by a request that is under way. */
export async function addTestCustomer(
  tx: Tx,
  postal: string,
): Promise<{ readonly home: AddressRow; readonly area: Area } | null> {
  const now = tx.clock.now().toString();
  const stamps = { createdAt: now, updatedAt: now };
  const added = await tx.db
    .insertInto('customer')
    .values({
      id: TEST_CUSTOMER_ID,
      mobile: '',
      email: '',
      salutation: '',
      firstname: 'Test customer',
      lastname: '测试',
      ...stamps,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) return null;
  const area = await areaOfPostal(tx, postal);
  const home = await tx.db
    .insertInto('customer_address')
    .values({
      id: tx.newID(),
      customerID: TEST_CUSTOMER_ID,
      label: 'Test',
      type: 'hdb_4',
      isPrimary: true,
      addressLine1: 'Test address: do not go',
      addressLine2: '',
      addressLine3: '',
      country: 'Singapore',
      postal,
      latitude: area?.latitude ?? null,
      longitude: area?.longitude ?? null,
      hasPets: false,
      languagePreference: '',
      genderPreference: '',
      areaID: area?.areaID ?? null,
      ...stamps,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { home, area };
}

/** Deletes the test customer and their homes. @throws a foreign key violation if anything else refers to them */
export async function removeTestCustomer({ db }: Tx): Promise<void> {
  await db.deleteFrom('customer_address').where('customerID', '=', TEST_CUSTOMER_ID).execute();
  await db.deleteFrom('customer').where('id', '=', TEST_CUSTOMER_ID).execute();
}
