/** The people in the tests, each with their own number. */
import { randomInt } from 'node:crypto';
import { signInAdmin } from '#features/people/accounts/contract.ts';
import { createCleaner, signInCleaner, verifyCleaner } from '#features/people/cleaners/contract.ts';
import {
  createAddress,
  registerCustomer,
  signInCustomer,
  verifyCustomer,
} from '#features/people/customers/contract.ts';
import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import { call, Refused, type Signed } from './call.ts';
import { countCodes, newestCode } from './codes.ts';
import { OFFICE } from './server.ts';

export interface Person {
  readonly firstname: string;
  readonly lastname: string;
  /** Eight digits. */
  readonly mobile: string;
}

export interface Customer extends Signed {
  readonly mobile: string;
  readonly addressID: string;
}

/** An unused number. */
export function newMobile(): string {
  return `9${randomInt(1_000_000, 9_000_000)}`;
}

/** Signs Siti in to the office. */
export function openOffice(): Promise<Signed> {
  return call(signInAdmin, { body: { ...OFFICE } });
}

/** From nine to six, Sundays off. */
export const WEEK = Object.fromEntries(
  WEEKDAYS.flatMap((day) => [
    [`${day}Availability`, day !== 'sunday'],
    [`${day}Hours`, '09:00-18:00'],
  ]),
);

/** The office adds a cleaner. Without working hours a cleaner is never offered. */
export async function hire(office: Signed, person: Person, more: object = {}): Promise<{ id: string }> {
  const body = { gender: 'female' as const, languages: ['English', 'Mandarin'], ...person, ...more };
  return call(createCleaner, { body }, office);
}

/** Signs a cleaner in with a code, without a browser. */
export async function cleanerSession({ mobile }: Person): Promise<Signed> {
  const before = await countCodes(mobile);
  await call(signInCleaner, { body: { mobile } });
  const otp = await newestCode(mobile, before);
  return call(verifyCleaner, { body: { mobile, otp, staySignedIn: true } });
}

/** The home of everyone in the tests. */
export const HOME = {
  postal: '310145',
  addressLine1: 'Blk 145 Lor 2 Toa Payoh',
  addressLine2: '#08-112',
} as const;

/** Signs a customer up with a code and adds their home. */
export async function signUp(firstname: string, lastname: string): Promise<Customer> {
  const mobile = newMobile();
  const before = await countCodes(mobile);
  await call(signInCustomer, { body: { mobile } });
  const otp = await newestCode(mobile, before);
  const registerToken = await tokenOfNewNumber(mobile, otp);
  const email = `person.${mobile}@example.sg`;
  const body = { mobile, firstname, lastname, email, registerToken, staySignedIn: true };
  const signed = await call(registerCustomer, { body });
  if (!('jwt' in signed)) throw new Error('Expected sign-up with a proof to sign in');
  const address = await call(createAddress, { body: { ...HOME, isPrimary: true } }, signed);
  return { ...signed, mobile, addressID: address.id };
}

async function tokenOfNewNumber(mobile: string, otp: string): Promise<string> {
  try {
    await call(verifyCustomer, { body: { mobile, otp } });
  } catch (error) {
    if (error instanceof Refused && error.problem.registerToken) return error.problem.registerToken;
    throw error;
  }
  throw new Error(`${mobile} is already registered`);
}
