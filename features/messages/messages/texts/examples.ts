import type { DataOf, Kind, VisitData } from './kinds.ts';
import { LOWER_EXAMPLES } from './lower-kinds.ts';

const visit: VisitData = {
  startsAt: '2026-11-28T09:00:00+08:00',
  endsAt: '2026-11-28T12:00:00+08:00',
  label: 'One-time clean',
  jobType: 'one-time',
  crew: ['Aminah', 'Siti'],
};
const series = [
  visit,
  { ...visit, startsAt: '2026-12-05T09:00:00+08:00', endsAt: '2026-12-05T12:00:00+08:00' },
] as const;
const crewSeries = { visits: series, postal: '310145' };
const jobID = '01900000-0000-7000-8000-000000000001';
const about = { firstname: 'Wei Ling', jobID, visit };
const address = 'Blk 145 Lor 2 Toa Payoh, #08-112, Singapore 310145';
const crew = { visit, postal: '310145' };

/** Example data of every kind, for previews. */
export const EXAMPLES: DataOf = {
  ...LOWER_EXAMPLES,
  'visit-booked': {
    firstname: 'Wei Ling',
    jobID,
    visits: [visit],
    address,
    paid: 9000,
    weBring: false,
    prepare: 'Cloths, mop, vacuum and detergents',
    prepareZh: '抹布、拖把、吸尘器和清洁剂',
    freeHours: 24,
    lateFeePercent: 50,
  },
  'visit-moved': about,
  'crew-changed': about,
  'visit-cancelled': {
    ...about,
    byCompany: false,
    fee: 4500,
    refund: 4500,
    creditsReturned: 0,
    creditsForfeited: 0,
  },
  'visit-uncovered': { ...about, token: 'example' },
  'visit-covered': about,
  'series-moved': { firstname: 'Wei Ling', jobID, visits: series },
  'series-cancelled': {
    firstname: 'Wei Ling',
    jobID,
    visits: series,
    byCompany: false,
    fee: 0,
    refund: 21600,
    creditsReturned: 0,
    creditsForfeited: 0,
  },
  'change-reminder': {
    ...about,
    address,
    freeUntil: '2026-11-27T09:00:00+08:00',
    canMove: true,
    lateFeePercent: 50,
    fee: 4500,
    creditsForfeited: 0,
  },
  'visit-reminder': { ...about, address },
  'on-the-way': { ...about, cleaner: 'Aminah' },
  arrived: { ...about, cleaner: 'Aminah' },
  'visit-done': about,
  'hold-ending': { ...about, count: 1, amount: 9000, until: '2026-11-26T20:15:00+08:00' },
  'time-offered': { ...about, amount: 9000, until: '2026-11-26T14:30:00+08:00' },
  'offer-ended': about,
  'payment-request': {
    firstname: 'Wei Ling',
    jobID,
    visits: series,
    address,
    amount: 18000,
    until: '2026-11-27T10:00:00+08:00',
  },
  'payment-due': { firstname: 'Wei Ling', jobID, visits: series, amount: 18000, dueOn: '2026-12-05' },
  'charge-declined': {
    firstname: 'Wei Ling',
    jobID,
    visits: [visit],
    amount: 8100,
    againOn: '2026-12-05',
  },
  'payment-received': { firstname: 'Wei Ling', jobID, visits: series, amount: 18000 },
  'series-ending': about,
  'series-question': {
    firstname: 'Wei Ling',
    jobID,
    visits: series,
    who: ['Aminah'],
    until: '2026-12-19T09:00:00+08:00',
  },
  'office-answer': { ...about, answer: 'Yes, Aminah brings her own vacuum cleaner.' },
  'crew-new': crew,
  'crew-moved': crew,
  'crew-released': crew,
  'crew-reminder': crew,
  'crew-series-new': crewSeries,
  'crew-series-moved': crewSeries,
  'crew-series-released': crewSeries,
} satisfies { readonly [K in Kind]: DataOf[K] };
