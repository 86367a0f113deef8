import { z } from 'zod';
import {
  displayName,
  email,
  flag,
  id,
  line,
  mobile,
  placeFields,
  postal,
  requiredName,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';
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
const languages = z.union([
  z.array(line(40)).max(20),
  line(400).transform((text) => text.split(',').map((part) => part.trim())),
]);

/** A time as written by people and programs; rules/time-input.ts defines what is accepted. */
const timeInput = z.union([z.string().max(40), z.int()]);

export const timeOffFields = {
  startTime: timeInput,
  endTime: timeInput,
  description: line(200).default(''),
};

const profileFields = {
  salutation: line(20),
  firstname: requiredName(),
  lastname: line(),
  displayName,
  gender: z.enum(GENDER_VALUES, { error: 'Choose female or male, or leave it blank.' }),
  profilePhoto: photo,
  email: z.union([z.literal(''), email]),
  mobile,
  languages,
  /** Does not work in homes with pets. */
  avoidsPets: flag,
  ...placeFields,
  postal: z.union([z.literal(''), postal]),
};
/** The names of the profile's fields, each a column. */
export const PROFILE = Object.keys(profileFields) as (keyof typeof profileFields)[];
const profile = z.object(profileFields);
export type CleanerProfile = z.output<typeof profile>;

/** All fields that the office writes. */
export const fields = {
  ...profileFields,
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

export const cleanerItem = z.object({
  id,
  ...profileFields,
  /** `displayName`, otherwise first and last name. */
  fullname: z.string(),
  mobile: z.string(),
  languages: z.array(z.string()),
  avoidsPets: z.boolean(),
  ...weekShape(z.string(), z.boolean()),
  regionIDs: z.array(id),
  ...recordMarks,
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
