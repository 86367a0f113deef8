import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { LANGUAGES } from '#languages/index.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { day, email, line, paragraph, required, wireMoment } from '#platform/contract/schemas.ts';
import { readMobile } from '#platform/kernel/mobile.ts';
import { isLogoUrl } from '#platform/kernel/pictures.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeSettings, seeSettings } from './rules/policy.ts';
import {
  ILLUSTRATIONS,
  isOnHalfHour,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type Settings,
  TYPEFACES,
} from './rules/settings.ts';

const errors = defineErrors({
  settings_changed: {
    status: 409,
    title: 'Someone else has changed the settings',
    detail: 'Your changes are not saved. Check what has changed, then save again.',
  },
});

/** The validation of a setting's value. */
function schemaOf(setting: Setting): z.ZodType {
  if (setting.kind === 'flag') return z.boolean();
  if (setting.kind === 'day')
    return z
      .union([z.literal(''), day, z.null()], { error: 'Enter the day as YYYY-MM-DD.' })
      .transform((said) => said ?? '');
  if (setting.kind === 'choice') return z.enum(setting.options);
  if (setting.kind === 'text') return textOf(setting);
  const { least, most } = setting;
  if (setting.kind === 'time') {
    const error = 'Pick a time on the half hour, from 6 am to 9 pm.';
    return z.int({ error }).min(least, { error }).max(most, { error }).refine(isOnHalfHour, { error });
  }
  const error = `Enter a whole number from ${least} to ${most}.`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}

/** A mobile number, or a UEN with an optional suffix of three. */
const PAYNOW_PAYEE = /^(?:\+65\d{8}|(?=\D*\d)[0-9A-Z]{8,9}[A-Z](?:[0-9A-Z]{3})?)$/;

function textOf({ form, most }: Setting & { readonly kind: 'text' }): z.ZodType {
  if (form === 'lines') return paragraph(most);
  if (form === 'email')
    return z.union([z.literal(''), email], { error: 'Use an e-mail address like name@example.com.' });
  if (form === 'required') return required(most);
  if (form === 'colour')
    return z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^(#[0-9A-F]{6})?$/, {
        error: 'Enter a colour as # and six digits or letters A to F, such as #6B3FA0.',
      });
  if (form === 'logo')
    return z.string().refine((url) => url === '' || isLogoUrl(url), { error: 'Upload this logo again.' });
  if (form === 'paynow')
    return z
      .string()
      .trim()
      .toUpperCase()
      .transform((written) => {
        const mobile = readMobile(written);
        return mobile === null ? written.replaceAll(' ', '') : `+${mobile}`;
      })
      .refine((payee) => payee === '' || PAYNOW_PAYEE.test(payee), {
        error: 'Enter a UEN such as 201912345K, or a mobile number such as 9123 4567.',
      });
  if (form === 'uen')
    return z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^([0-9A-Z]{8,9}[A-Z])?$/, { error: 'A UEN has 9 or 10 characters and ends in a letter.' });
  return line(most);
}

export const settingSchemas = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, schemaOf(SETTINGS[name])]),
) as unknown as { readonly [N in SettingName]: z.ZodType<Settings[N]> };

const settingValue = z.union([z.number(), z.boolean(), z.string()]);

/** The current state of a setting. */
const settingItem = z.strictObject({
  name: z.enum(SETTING_NAMES),
  value: settingValue,
  default: settingValue,
  /** Null if it has never been changed. */
  changedAt: wireMoment.nullable(),
  /** Who changed it last; empty if nobody has, or it was the system. */
  changedBy: z.string(),
});
export type SettingItem = z.output<typeof settingItem>;

const settingsReply = z.strictObject({
  /** Incremented with each change. A change must include the version it is based on. */
  version: z.int(),
  items: z.array(settingItem),
  /** From the configuration; null if messages go to the sandbox. */
  senders: z.strictObject({ mail: z.string().nullable(), sms: z.string().nullable() }),
});
export type SettingsReply = z.output<typeof settingsReply>;

export const listSettings = defineCall({
  method: 'GET',
  path: '/settings',
  ...openTo(seeSettings),
  summary: 'All settings of the business: value, default, and who changed each when',
  reply: settingsReply,
});

export const TEXT_PARTS = ['customers', 'cleaners', 'messages', 'office'] as const;

export const listLanguages = defineCall({
  method: 'GET',
  path: '/languages',
  ...openTo(seeSettings),
  summary: 'Every language, and how many of its texts are translated',
  reply: z.strictObject({
    items: z.array(
      z.strictObject({
        language: z.enum(LANGUAGES),
        /** In the language itself. */
        name: z.string(),
        /** To everyone; others are shown only to people who choose them. */
        isOffered: z.boolean(),
        /** The native speaker who has read it; empty if nobody is on record, and for English. */
        reviewedBy: z.string(),
        parts: z.array(
          z.strictObject({ part: z.enum(TEXT_PARTS), translated: z.int().min(0), all: z.int().min(0) }),
        ),
      }),
    ),
  }),
});
export type LanguageReply = z.output<typeof listLanguages.reply>['items'][number];

export const updateSettings = defineCall({
  method: 'POST',
  path: '/settings/update',
  ...openTo(changeSettings),
  summary: 'Changes several settings, all or none. `version` is that of the settings it is based on',
  body: z
    .strictObject(settingSchemas)
    .partial()
    .extend({ version: z.int().min(0) }),
  reply: settingsReply,
  errors: pick(errors, 'settings_changed'),
});

/** What differs from the default look. */
const lookReply = z.strictObject({
  /** `#6B3FA0`; '' for the default. */
  colour: z.string(),
  typefaces: z.enum(TYPEFACES),
  illustrations: z.enum(ILLUSTRATIONS),
  /** Addresses of PNG files on this server; '' for none. */
  logo: z.string(),
  logoDark: z.string(),
  logoSquare: z.string(),
  /** Width by height. */
  logoRatio: z.number(),
  logoDarkRatio: z.number(),
  /** Of the icons and preview pictures under /brand. */
  version: z.string(),
});

/** Public information about the business and its terms. */
export const readBusiness = defineCall({
  ...routes.readBusiness,
  who: ['anyone'],
  summary: 'Opening hours, booking horizon, cancellation terms, and whether prices include GST',
  reply: z.strictObject({
    name: z.string(),
    /** Minutes since midnight, business time. */
    opensAtMinute: z.int(),
    closesAtMinute: z.int(),
    leadHours: z.int(),
    horizonDays: z.int(),
    seriesMonths: z.int(),
    /** When each visit of a series is charged to the saved card; `off`: series are only paid ahead. */
    visitCharge: z.enum(SETTINGS.visitCharge.options),
    /** Whether what is owed can be paid by PayNow, to the account of the business. */
    payNow: z.boolean(),
    cancelFreeHours: z.int(),
    lateFeePercent: z.int(),
    gstRegistered: z.boolean(),
    /** The company's own look; absent for the default. */
    look: lookReply.optional(),
  }),
});
export type BusinessTerms = z.output<typeof readBusiness.reply>;
