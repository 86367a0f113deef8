/** Codes for leaflets and e-mails. Amounts in percent, cents or hours. */
export const promoCodes = [
  {
    code: 'WELCOME10',
    label: 'Welcome to Kemas',
    type: 'percent',
    amount: 10,
    booking_type: ['one-time'],
    maxPerCustomer: 1,
  },
  {
    code: 'CNY20',
    label: 'Spring cleaning before Chinese New Year',
    type: 'amount',
    amount: 2000,
    booking_type: ['spring-cleaning'],
    totalAllocation: 100,
  },
  {
    code: 'NEIGHBOUR',
    label: 'An hour from your neighbour',
    type: 'hours',
    amount: 1,
    booking_type: ['regular', 'one-time'],
    totalAllocation: 50,
    maxPerCustomer: 1,
  },
] as const;
