import type { Feature } from '#platform/server/feature.ts';
import type { TestApp } from '#platform/testing/test-app.ts';
import type { Attempt } from '../attempts.ts';
import type { PaymentPurpose } from '../purposes.ts';

/** A feature that sells packages, for tests of payments; passes payment outcomes to the test. */
export function salesFeature(
  hear: (what: 'succeeded' | 'failed', attempt: Attempt) => void,
  more: Partial<PaymentPurpose> = {},
): Feature {
  return {
    name: 'sales',
    paymentPurposes: {
      'credit-package': {
        succeeded: async (_tx, attempt) => hear('succeeded', attempt),
        failed: async (_tx, attempt) => hear('failed', attempt),
        ...more,
      },
    },
  };
}

/** Inserts a customer who can pay, with the same data in every database for the same id. Returns the id. */
export async function addPayer(
  app: TestApp,
  more: { readonly id?: string; readonly firstname?: string } = {},
): Promise<string> {
  const { id = app.services.newID(), firstname = 'Mei' } = more;
  const now = app.clock.now().toString();
  await app.services.db
    .insertInto('customer')
    .values({
      id,
      mobile: `65${id.slice(-8)}`,
      salutation: '',
      firstname,
      lastname: 'Tan',
      email: `${id}@example.com`,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return id;
}
