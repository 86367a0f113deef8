export const BOOKINGS = '/dashboard/bookings';

export function bookingPath(jobId: string): string {
  return `${BOOKINGS}/${jobId}`;
}
