import { z } from 'zod';
import { defineErrors } from '#platform/contract/errors.ts';
import { defineFields, placeTable } from '#platform/contract/record-fields.ts';
import { flag, id, line, postal, required } from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';

/** '' and `any` both mean no preference. */
const genderPreference = z
  .enum(['', 'any', 'female', 'male'])
  .transform((gender) => (gender === 'any' ? '' : gender));

/** A home's fields that are columns; which one is primary is decided among all of a customer's. */
export const homeFields = defineFields({
  label: { label: 'Name of the home', sent: line(60), initial: '', searched: true },
  /** A home type of rules/homes.ts, or the customer's own word. */
  type: { label: 'Kind of home', sent: line(40), initial: '' },
  /** Empty once its customer has closed the account. */
  addressLine1: {
    label: 'Address',
    sent: required(200),
    shown: z.string(),
    required: true,
    searched: true,
  },
  addressLine2: { ...placeTable.addressLine2, searched: true },
  addressLine3: { ...placeTable.addressLine3, searched: true },
  country: placeTable.country,
  latitude: placeTable.latitude,
  longitude: placeTable.longitude,
  postal: { label: 'Postal code', sent: postal, required: true, searched: true },
  hasPets: { label: 'Pets at home', sent: flag, shown: z.boolean(), initial: false },
  languagePreference: { label: 'Language', sent: line(60), initial: '' },
  genderPreference: {
    label: 'Cleaner',
    sent: genderPreference,
    shown: z.enum(['', 'female', 'male']),
    initial: '',
  },
});

/** The fields that a job copies from the home it was booked for. */
export const JOB_HOME_FIELDS = [...homeFields.names.filter((name) => name !== 'label'), 'areaID'] as const;

export const addressReply = z.strictObject({
  id,
  customerID: id,
  ...homeFields.shown,
  isPrimary: z.boolean(),
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
  ...homeFields.draft,
  isPrimary: flag.default(false),
  areaID,
});
export type NewAddress = z.output<typeof newAddressBody>;

export const addressChangesBody = z.strictObject({ ...homeFields.sent, isPrimary: flag, areaID }).partial();
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
