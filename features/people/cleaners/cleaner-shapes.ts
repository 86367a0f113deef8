import { z } from 'zod';
import { defineFields, placeTable, recordReply } from '#platform/contract/record-fields.ts';
import {
  displayName,
  email,
  flag,
  id,
  line,
  mobile,
  postal,
  requiredName,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { WEEKDAYS, type Weekday } from '#platform/kernel/business-time.ts';

/** The fields of a cleaner on the wire, in requests and replies. */
export const GENDERS = ['female', 'male'] as const;
/** '' is unspecified: such a cleaner is excluded only if a home requests a gender. */
const GENDER_VALUES = ['', ...GENDERS] as const;

type WeekShape<Hours, Available> = Record<`${Weekday}Hours`, Hours> &
  Record<`${Weekday}Availability`, Available>;

/** `sundayAvailability … saturdayAvailability` and `sundayHours … saturdayHours`. */
function weekShape<H extends z.ZodType, A extends z.ZodType>(hours: H, available: A): WeekShape<H, A> {
  return Object.fromEntries(
    WEEKDAYS.flatMap((weekday) => [
      [`${weekday}Availability`, available],
      [`${weekday}Hours`, hours],
    ]),
  ) as WeekShape<H, A>;
}

/** The `url` of an upload. */
const photo = line(500).regex(/^(?:|\/(?!\/)\S*)$/, {
  error: 'Upload a photo.',
});

/** A list, or a comma-separated string. */
const languages = z
  .union([
    z.array(line(40)).max(20),
    line(400).transform((text) => text.split(',').map((part) => part.trim())),
  ])
  .transform((spoken) => [...new Set(spoken.filter((language) => language !== ''))]);

/** A time as written by people and programs; rules/time-input.ts defines what is accepted. */
const timeInput = z.union([z.string().max(40), z.int()]);

export const timeOffFields = {
  startTime: timeInput,
  endTime: timeInput,
  description: line(200).default(''),
};

/** The profile: each field is a column. */
export const profileFields = defineFields({
  salutation: { label: 'Salutation', sent: line(20), initial: '' },
  firstname: { label: 'First name', sent: requiredName(), required: true, searched: true },
  lastname: { label: 'Last name', sent: line(), initial: '', searched: true },
  displayName: { label: 'Name as shown', sent: displayName, initial: '', searched: true },
  gender: {
    label: 'Gender',
    sent: z.enum(GENDER_VALUES, { error: 'Choose female or male, or leave it blank.' }),
    initial: '',
    officeOnly: true,
  },
  profilePhoto: { label: 'Photo', sent: photo, initial: '', csv: false },
  email: { label: 'E-mail', sent: z.union([z.literal(''), email]), initial: '', searched: true },
  mobile: {
    label: 'Mobile',
    sent: mobile,
    shown: z.string(),
    required: true,
    searched: true,
    officeOnly: true,
  },
  languages: { label: 'Languages', sent: languages, shown: z.array(z.string()), initial: [] },
  avoidsPets: {
    label: 'Does not work in homes with pets',
    sent: flag,
    shown: z.boolean(),
    initial: false,
  },
  ...placeTable,
  latitude: { ...placeTable.latitude, initial: null },
  longitude: { ...placeTable.longitude, initial: null },
  postal: {
    label: 'Postal code',
    sent: z.union([z.literal(''), postal]),
    initial: '',
    searched: true,
  },
});

/** All fields that the office writes. */
export const fields = {
  ...profileFields.sent,
  ...weekShape(line(200), flag),
  /** Empty: works everywhere. */
  regionIDs: z.array(id).max(50),
  /** Replaces all time off. */
  unavailableDates: z
    .array(z.object({ ...timeOffFields, id: z.string().optional(), createdAt: z.string().optional() }))
    .max(400),
};

/** Time off in replies: `YYYY-MM-DD HH:mm:ss` in business time. */
export const unavailableDate = z.object({
  id,
  startTime: z.string(),
  endTime: z.string(),
  description: z.string(),
  createdAt: z.string(),
});

export const cleanerItem = recordReply(profileFields, {
  /** `displayName`, otherwise first and last name. */
  fullname: z.string(),
  ...weekShape(z.string(), z.boolean()),
  regionIDs: z.array(id),
});
export type CleanerItem = z.output<typeof cleanerItem>;

export const cleanerReply = cleanerItem.extend({
  unavailableDates: z.array(unavailableDate),
  /** When they were last sent the SMS that they can sign in; null if never. */
  invitedAt: wireMoment.nullable(),
});
export type CleanerReply = z.output<typeof cleanerReply>;

/** What customers see of a cleaner. */
export const publicCleaner = z.strictObject({
  id,
  firstname: z.string(),
  profilePhoto: z.string(),
  languages: z.array(z.string()),
});
