import { listChecklists } from '#features/catalogue/checklists/contract.ts';
import { createTransaction } from '#features/money/payments/contract.ts';
import { createPromoCode } from '#features/money/promo-codes/contract.ts';
import type { AddressValues } from './addresses.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './business.ts';
import { call } from './call.ts';
import { type Customer, hire, newMobile, type Person, signUp, WEEK } from './people.ts';

export interface OneOfEach {
  readonly business: TestBusiness;
  readonly customer: Customer;
  readonly cleaner: Person;
  /** The ids that the addresses of all pages need. */
  readonly ids: AddressValues;
}

/** A business with one record of each kind, its customer and cleaner called `firstname lastname`. */
export async function openOneOfEach(firstname: string, lastname: string): Promise<OneOfEach> {
  const business = await openTestBusiness();
  const cleaner = { firstname, lastname, mobile: newMobile() };
  const { id: cleanerID } = await hire(business.office, cleaner, WEEK);
  const customer = await signUp(firstname, lastname);
  const job = await book(business, customer, { startTime: await freeTime(business), cleaner1ID: cleanerID });
  const { items } = await call(listChecklists, { query: {} }, business.office);
  const promo = { code: `EVERY-${newMobile()}`, type: 'percent', amount: 5 } as const;
  const promoCode = await call(createPromoCode, { body: promo }, business.office);
  const cash = { customerID: customer.id, total: 8100, details: 'At the door' };
  const transaction = await call(createTransaction, { body: cash }, business.office);
  const ids = {
    cleanerID,
    customerID: customer.id,
    addressID: customer.addressID,
    jobID: job.id,
    packageID: business.packageID,
    checklistID: items[0]?.id ?? '',
    promoCodeID: promoCode.id,
    adminID: business.office.id,
    transactionID: transaction.id,
  };
  return { business, customer, cleaner, ids };
}
