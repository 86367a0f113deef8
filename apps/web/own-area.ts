/** What each person's own area is called, by a name of the frame's texts. */
export const OWN_AREA = { customer: 'myBookings', cleaner: 'myJobs', admin: 'office' } as const;
