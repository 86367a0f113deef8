/** The admins. The sign-in of the first one is printed. */
export const admins = [
  { identity: 'office', fullname: 'Joanne Sim', email: 'joanne.sim@kemas.example' },
  { identity: 'bookings', fullname: 'Hafiz Rahmat', email: 'hafiz.rahmat@kemas.example' },
  { identity: 'accounts', fullname: 'Pei Shan Yeo', email: 'peishan.yeo@kemas.example' },
  { identity: 'crew', fullname: 'Anand Pillai', email: 'anand.pillai@kemas.example' },
] as const;
