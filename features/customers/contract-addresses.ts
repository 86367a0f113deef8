import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import {
  flag,
  id,
  idParams,
  line,
  listQuery,
  listReply,
  postal,
  required,
  wireMoment,
} from '#platform/contract/schemas.ts';

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
  trash: z.literal([0, 1]),
  createdAt: wireMoment,
  updatedAt: wireMoment,
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
const owned = ['id', 'areaID', 'trash', 'createdAt', 'updatedAt'] as const;

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

export const listAddresses = defineCall({
  method: 'GET',
  path: '/customers-addresses',
  who: ['customer', 'admin'],
  summary: "Addresses: a customer's own, or any (`customerID`) for the office. The primary one first.",
  query: listQuery(['primary', 'createdAt', 'label', 'postal'], { customerID: id.optional() }),
  reply: listReply(addressReply),
  streamed: true,
});

export const getAddress = defineCall({
  method: 'GET',
  path: '/customers-addresses/:id',
  who: ['customer', 'admin'],
  summary: 'One address.',
  params: idParams,
  reply: addressReply,
});

export const createAddress = defineCall({
  method: 'POST',
  path: '/customers-addresses',
  who: ['customer', 'admin'],
  summary: 'Add an address; the first becomes the primary one. Area and position come from the postal code.',
  body: newAddressBody,
  ignored: owned,
  reply: addressReply,
  status: 201,
});

export const updateAddress = defineCall({
  method: 'POST',
  path: '/customers-addresses/:id/update',
  who: ['customer', 'admin'],
  summary:
    'Change an address. `isPrimary: true` takes it from the one that was; the primary stays until then.',
  params: idParams,
  body: addressChangesBody,
  ignored: [...owned, 'customerID'],
  reply: addressReply,
});

export const trashAddress = defineCall({
  method: 'POST',
  path: '/customers-addresses/:id/trash',
  who: ['customer', 'admin'],
  summary: 'Put an address into the trash; the oldest other one becomes primary if it was.',
  params: idParams,
  reply: addressReply,
});

export const untrashAddress = defineCall({
  method: 'POST',
  path: '/customers-addresses/:id/untrash',
  who: ['customer', 'admin'],
  summary: 'Take an address out of the trash.',
  params: idParams,
  reply: addressReply,
});
