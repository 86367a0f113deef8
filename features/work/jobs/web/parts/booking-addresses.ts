export const BOOKINGS = '/dashboard/bookings';

export function bookingPath(jobID: string): string {
  return `${BOOKINGS}/${jobID}`;
}
