import type { Business } from '../kernel/business.ts';
import { readDay } from '../kernel/business-time.ts';
import type { Context } from './context.ts';
import { readSetting, readSettings } from './settings.ts';

/**
 * The settings that say who the business is, rows of `setting` by name, their values JSON. What is missing or empty is
 * not printed; the name alone has a word in its place. The demo business sets them all (apps/demo/data/business.ts).
 */
export const BUSINESS_SETTINGS = {
  /** Text: "Kemas Home Cleaning Pte. Ltd." */
  name: 'business.name',
  /** Text, its lines parted by line breaks. */
  address: 'business.address',
  /** Text: the number that people call. */
  phone: 'business.phone',
  /** Text: the e-mail address that people write to, and where the office reads. */
  email: 'business.email',
  /** Text: the Unique Entity Number. */
  uen: 'business.uen',
  /** true or false: registered for GST. True unless the office says otherwise: prices include GST and say so. */
  gstRegistered: 'gst.registered',
  /** Text: the GST registration number. Without it nothing is called a tax invoice. */
  gstNumber: 'gst.number',
  /** Text, `YYYY-MM-DD`: the first day of the registration. Receipts of before say nothing of GST. */
  gstSince: 'gst.since',
} as const;

const NAMELESS = 'Kemas';

/** Who the business is, for what is printed in its name. */
export async function readBusiness(ctx: Context): Promise<Business> {
  const said = await readSettings(ctx, Object.values(BUSINESS_SETTINGS));
  const text = (name: string) => {
    const value = said.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const lines = text(BUSINESS_SETTINGS.address).split('\n');
  return {
    name: text(BUSINESS_SETTINGS.name) || NAMELESS,
    address: lines.map((line) => line.trim()).filter((line) => line !== ''),
    uen: text(BUSINESS_SETTINGS.uen),
    gst: {
      isRegistered: saysRegistered(said.get(BUSINESS_SETTINGS.gstRegistered)),
      number: text(BUSINESS_SETTINGS.gstNumber),
      since: readDay(text(BUSINESS_SETTINGS.gstSince)),
    },
  };
}

/** How people reach the business; empty where nobody has said. */
export async function readContact(ctx: Context): Promise<{ name: string; phone: string; email: string }> {
  const { name, phone, email } = BUSINESS_SETTINGS;
  const said = await readSettings(ctx, [name, phone, email]);
  const text = (setting: string) => String(said.get(setting) ?? '').trim();
  return { name: text(name) || NAMELESS, phone: text(phone), email: text(email) };
}

/** Whether prices that are quoted now have GST inside. Source: DOMAIN.md 1.6. */
export async function isGstRegistered(ctx: Context): Promise<boolean> {
  return saysRegistered(await readSetting(ctx, BUSINESS_SETTINGS.gstRegistered));
}

function saysRegistered(setting: unknown): boolean {
  return setting === undefined || setting === true;
}
