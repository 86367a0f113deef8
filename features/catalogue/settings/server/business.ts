import type { Business } from '#platform/kernel/business.ts';
import { readDay } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { BusinessTerms } from '../contract.ts';
import { readSettings } from './list-settings.ts';
import { LOOK_SETTINGS, lookReplyOf } from './look.ts';

/** The business's details for receipts and other documents. */
export async function readBusiness(ctx: Context): Promise<Business> {
  const said = await readSettings(ctx, [
    'businessName',
    'legalName',
    'businessAddress',
    'uen',
    'gstRegistered',
    'gstNumber',
    'gstSince',
  ]);
  const lines = said.businessAddress.split('\n');
  return {
    name: said.legalName || said.businessName,
    address: lines.map((line) => line.trim()).filter((line) => line !== ''),
    uen: said.uen,
    gst: { isRegistered: said.gstRegistered, number: said.gstNumber, since: readDay(said.gstSince) },
  };
}

/** Contact details of the business; empty if not set. */
export async function readContact(ctx: Context): Promise<{ name: string; phone: string; email: string }> {
  const said = await readSettings(ctx, ['businessName', 'businessPhone', 'businessEmail']);
  return { name: said.businessName, phone: said.businessPhone, email: said.businessEmail };
}

/** Whether the business is GST-registered, so that its prices include GST. */
export async function isGstRegistered(ctx: Context): Promise<boolean> {
  return (await readSettings(ctx, ['gstRegistered'])).gstRegistered;
}

/** Public information about the business. */
export async function readTerms(ctx: Context): Promise<BusinessTerms> {
  const {
    businessName,
    brandColour,
    typefaces,
    illustrations,
    logo,
    logoDark,
    logoSquare,
    appName,
    payNowTo,
    ...terms
  } = await readSettings(ctx, [
    ...LOOK_SETTINGS,
    'opensAtMinute',
    'closesAtMinute',
    'leadHours',
    'horizonDays',
    'seriesMonths',
    'visitCharge',
    'payNowTo',
    'cancelFreeHours',
    'lateFeePercent',
    'gstRegistered',
  ]);
  const look = await lookReplyOf(ctx, {
    businessName,
    brandColour,
    typefaces,
    illustrations,
    logo,
    logoDark,
    logoSquare,
    appName,
  });
  return { name: businessName, ...terms, payNow: payNowTo !== '', ...(look && { look }) };
}
