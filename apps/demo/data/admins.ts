/** The admins. The sign-in of the first one is printed. */
export const admins = [
  { identity: 'office', fullname: 'Joanne Sim', email: 'joanne.sim@kemas.example', officeRole: 'owner' },
  {
    identity: 'bookings',
    fullname: 'Hafiz Rahmat',
    email: 'hafiz.rahmat@kemas.example',
    officeRole: 'office',
  },
  {
    identity: 'accounts',
    fullname: 'Pei Shan Yeo',
    email: 'peishan.yeo@kemas.example',
    officeRole: 'accountant',
  },
  {
    identity: 'crew',
    fullname: 'Anand Pillai',
    email: 'anand.pillai@kemas.example',
    officeRole: 'dispatcher',
  },
] as const;
