import { z } from 'zod';
import { defineErrors } from '#platform/contract/errors.ts';
import { flag, id, line, PLACE, placeFields, postal, required } from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';

/** '' and `any` both mean no preference. */
const genderPreference = z
  .enum(['', 'any', 'female', 'male'])
  .transform((gender) => (gender === 'any' ? '' : gender));

const fields = {
  label: line(60),
  /** A home type of rules/homes.ts, or the customer's own word. */
  type: line(40),
  isPrimary: flag,
  ...placeFields,
  addressLine1: required(200),
  postal,
  hasPets: flag,
  languagePreference: line(60),
  genderPreference,
};

/** The fields that describe the home itself. */
const HOME = [
  'type',
  ...PLACE,
  'postal',
  'hasPets',
  'languagePreference',
  'genderPreference',
] as const satisfies readonly (keyof typeof fields)[];
/**
 * The names of an address's fields, each a column; which one is primary is decided among all of a customer's.
 */
export const ADDRESS_FIELDS = ['label', ...HOME] as const;
/** The fields that a job copies from the home it was booked for. */
export const JOB_HOME_FIELDS = [...HOME, 'areaID'] as const;

export const addressReply = z.strictObject({
  id,
  customerID: id,
  ...fields,
  isPrimary: z.boolean(),
  addressLine1: z.string(),
  hasPets: z.boolean(),
  genderPreference: z.enum(['', 'female', 'male']),
  /** Null if the postal code's sector is unknown. */
  areaID: id.nullable(),
  ...recordMarks,
});
export type AddressReply = z.output<typeof addressReply>;

/** Derived from the postal code if absent. */
const areaID = id.nullish();

export const newAddressBody = z.strictObject({
  /** The owner: required from the office, ignored from a customer. */
  customerID: id.optional(),
  ...fields,
  label: fields.label.default(''),
  type: fields.type.default(''),
  isPrimary: fields.isPrimary.default(false),
  addressLine2: fields.addressLine2.default(''),
  addressLine3: fields.addressLine3.default(''),
  country: fields.country.default('Singapore'),
  latitude: fields.latitude.optional(),
  longitude: fields.longitude.optional(),
  hasPets: fields.hasPets.default(false),
  languagePreference: fields.languagePreference.default(''),
  genderPreference: fields.genderPreference.default(''),
  areaID,
});
export type NewAddress = z.output<typeof newAddressBody>;

export const addressChangesBody = z.strictObject({ ...fields, areaID }).partial();
export type AddressChanges = z.output<typeof addressChangesBody>;

/** Why a home cannot be trashed. */
export const homeErrors = defineErrors({
  has_visits: {
    status: 409,
    title: 'Visits are booked at this home',
    detail: 'Visits are booked at this home. They stay booked there. Remove it anyway?',
  },
});

/**
 * `acknowledge`: the user knows about the upcoming visits, so that the refusal which lists them is skipped.
 */
export const acknowledgeBody = z.strictObject({ acknowledge: flag.default(false) });
