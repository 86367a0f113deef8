import { z } from 'zod';
import { flag, id, line, postal, required } from '#platform/contract/schemas.ts';
import { recordMarks, serverOwned } from '#platform/contract/trash.ts';

/** '' is no preference; `any` says the same. */
const genderPreference = z
  .enum(['', 'any', 'female', 'male'])
  .transform((gender) => (gender === 'any' ? '' : gender));
const degrees = (most: number) => z.number().min(-most).max(most).nullable();

export const addressReply = z.strictObject({
  id,
  customerID: id,
  label: z.string(),
  type: z.string(),
  isPrimary: z.boolean(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  addressLine3: z.string(),
  country: z.string(),
  postal: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  hasPets: z.boolean(),
  languagePreference: z.string(),
  genderPreference: z.enum(['', 'female', 'male']),
  /** Null when the postal code's sector is not known. */
  areaID: id.nullable(),
  ...recordMarks,
});
export type AddressReply = z.output<typeof addressReply>;

const fields = {
  label: line(60),
  /** A home type of rules/homes.ts, or the person's own word. */
  type: line(40),
  isPrimary: flag,
  addressLine1: required(200),
  addressLine2: line(200),
  addressLine3: line(200),
  country: line(60),
  postal,
  latitude: degrees(90),
  longitude: degrees(180),
  hasPets: flag,
  languagePreference: line(60),
  genderPreference,
};
/** The area follows from the postal code, never from the client. */
export const addressOwned = [...serverOwned, 'areaID'] as const;

export const newAddressBody = z.strictObject({
  /** Whose it is: needed from the office, ignored from a customer. */
  customerID: id.optional(),
  label: fields.label.default(''),
  type: fields.type.default(''),
  isPrimary: fields.isPrimary.default(false),
  addressLine1: fields.addressLine1,
  addressLine2: fields.addressLine2.default(''),
  addressLine3: fields.addressLine3.default(''),
  country: fields.country.default('Singapore'),
  postal,
  latitude: fields.latitude.optional(),
  longitude: fields.longitude.optional(),
  hasPets: fields.hasPets.default(false),
  languagePreference: fields.languagePreference.default(''),
  genderPreference: fields.genderPreference.default(''),
});
export type NewAddress = z.output<typeof newAddressBody>;

export const addressChangesBody = z.strictObject(fields).partial();
export type AddressChanges = z.output<typeof addressChangesBody>;
