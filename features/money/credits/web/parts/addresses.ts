export const CREDITS = '/dashboard/credits';
export const BUY_HOURS = '/dashboard/credits/purchase';
export const SEND_HOURS = '/dashboard/credits/send-receive';
export const RECEIVE_HOURS = '/dashboard/credits/send-receive?show=receive';

/** Where a chosen pack is paid for. */
export function payPath(packageId: string): string {
  return `${BUY_HOURS}?pack=${packageId}`;
}
