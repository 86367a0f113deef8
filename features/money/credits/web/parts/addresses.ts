export const CREDITS = '/dashboard/credits';
export const BUY_HOURS = '/dashboard/credits/purchase';
export const SEND_HOURS = '/dashboard/credits/send-receive';
export const RECEIVE_HOURS = '/dashboard/credits/send-receive?show=receive';

/** The payment page of a pack. */
export function payPath(packageID: string): string {
  return `${BUY_HOURS}?pack=${packageID}`;
}
