/** The text key of each role's own area. */
export const OWN_AREA = { customer: 'myBookings', cleaner: 'myJobs', admin: 'office' } as const;
