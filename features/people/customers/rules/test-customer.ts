/**
 * The customer of the test visit with which a new business tries itself out. There is at most one, so the id is fixed. The
 * customer has neither number nor e-mail address: nothing can be sent to them, and nobody can sign in as them. What would
 * reach cleaners or other systems asks `isTestCustomer`.
 */
export const TEST_CUSTOMER_ID = '00000000-0000-7000-8000-000000000001';

export function isTestCustomer(id: string): boolean {
  return id === TEST_CUSTOMER_ID;
}
