import { describe, expect, test } from 'vitest';
import {
  type BusySpan,
  brokenSoftRules,
  type Diary,
  isSoftRule,
  type Reason,
  type SlotQuery,
  type SoftRule,
  whyNoTime,
  whyNotFree,
} from './diary.ts';
import { fixedTravel } from './travel.ts';

const HOME = '310145';
const ELSEWHERE = '520201';
/** Minutes since 1970 of Tuesday 24 November 2026, 00:00 in Singapore. */
const MIDNIGHT = 1_795_449_600 / 60;

const minutes = (clock: string) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
};

function span(kind: BusySpan['kind'], from: string, until: string, more: Partial<BusySpan> = {}): BusySpan {
  const visit = kind === 'job' ? { postal: HOME, jobID: 'another job' } : {};
  return { kind, start: MIDNIGHT + minutes(from), end: MIDNIGHT + minutes(until), ...visit, ...more };
}

const job = (from: string, until: string, postal = HOME) => span('job', from, until, { postal });

function diary(more: Partial<Diary> = {}): Diary {
  return {
    cleanerID: 'Aminah',
    gender: 'female',
    languages: ['English', 'Malay'],
    avoidsPets: false,
    regionIDs: [],
    week: { 2: { available: true, shifts: [[540, 1080]] }, 3: { available: false, shifts: [[540, 1080]] } },
    busy: [],
    ...more,
  };
}

function ask(from: string, until: string, more: Partial<SlotQuery> = {}): SlotQuery {
  const [startMinute, endMinute] = [minutes(from), minutes(until)];
  return {
    start: MIDNIGHT + startMinute,
    end: MIDNIGHT + endMinute,
    weekday: 2,
    startMinute,
    endMinute,
    postal: HOME,
    regionID: 'central',
    travel: fixedTravel(45),
    ...more,
  };
}

const splitDay = diary({
  week: {
    2: {
      available: true,
      shifts: [
        [540, 780],
        [840, 1080],
      ],
    },
  },
});
const longDay = diary({ week: { 2: { available: true, shifts: [[0, 1440]] } } });

const cases: readonly [why: string, diary: Diary, ask: SlotQuery, reason: Reason | null][] = [
  ['an empty diary is free', diary(), ask('09:00', '12:00'), null],
  ['the whole shift may be booked', diary(), ask('09:00', '18:00'), null],
  ['a minute before the shift is outside', diary(), ask('08:59', '12:00'), 'outside-hours'],
  ['a minute after the shift is outside', diary(), ask('15:00', '18:01'), 'outside-hours'],
  ['lunch between two shifts is outside', splitDay, ask('12:00', '15:00'), 'outside-hours'],
  ['the second shift counts', splitDay, ask('14:00', '18:00'), null],
  ['past midnight is outside', longDay, ask('22:00', '25:00'), 'outside-hours'],
  ['until midnight is inside a shift until midnight', longDay, ask('22:00', '24:00'), null],
  ['a disabled day is a day off', diary(), ask('09:00', '12:00', { weekday: 3 }), 'day-off'],
  ['a day without a row is a day off', diary(), ask('09:00', '12:00', { weekday: 0 }), 'day-off'],
  [
    'a day without hours is a day off',
    diary({ week: { 2: { available: true, shifts: [] } } }),
    ask('09:00', '10:00'),
    'day-off',
  ],

  [
    'no regions means all regions',
    diary({ regionIDs: [] }),
    ask('09:00', '12:00', { regionID: 'east' }),
    null,
  ],
  [
    'her own region is free',
    diary({ regionIDs: ['east'] }),
    ask('09:00', '12:00', { regionID: 'east' }),
    null,
  ],
  ['another region is excluded', diary({ regionIDs: ['east'] }), ask('09:00', '12:00'), 'region'],
  [
    'an unknown region excludes nobody',
    diary({ regionIDs: ['east'] }),
    ask('09:00', '12:00', { regionID: null }),
    null,
  ],
  ['the requested gender', diary(), ask('09:00', '12:00', { gender: 'female' }), null],
  ['the other gender', diary(), ask('09:00', '12:00', { gender: 'male' }), 'gender'],
  ['no gender preference', diary(), ask('09:00', '12:00', { gender: '' }), null],
  ['a language she speaks, case-insensitive', diary(), ask('09:00', '12:00', { language: 'malay' }), null],
  ['a language she does not speak', diary(), ask('09:00', '12:00', { language: 'Tamil' }), 'language'],
  ['pets, and she accepts them', diary(), ask('09:00', '12:00', { hasPets: true }), null],
  [
    'pets, and she does not work with them',
    diary({ avoidsPets: true }),
    ask('09:00', '12:00', { hasPets: true }),
    'pets',
  ],
  [
    'no pets, for a cleaner who avoids them',
    diary({ avoidsPets: true }),
    ask('09:00', '12:00', { hasPets: false }),
    null,
  ],

  ['a job in the middle', diary({ busy: [job('10:00', '11:00')] }), ask('09:00', '12:00'), 'job'],
  ['a job that contains it', diary({ busy: [job('09:00', '18:00')] }), ask('10:00', '11:00'), 'job'],
  ['one shared minute', diary({ busy: [job('09:00', '12:01')] }), ask('12:00', '14:00'), 'job'],
  [
    'back to back at the same postal code',
    diary({ busy: [job('09:00', '12:00')] }),
    ask('12:00', '15:00'),
    null,
  ],
  [
    'the moved job is ignored',
    diary({ busy: [job('09:00', '12:00')] }),
    ask('10:00', '13:00', { excludeJobIDs: ['another job'] }),
    null,
  ],
  [
    'another job is not ignored',
    diary({ busy: [job('09:00', '12:00')] }),
    ask('10:00', '13:00', { excludeJobIDs: ['this job'] }),
    'job',
  ],

  [
    'back to back at different postal codes',
    diary({ busy: [job('09:00', '12:00', ELSEWHERE)] }),
    ask('12:00', '15:00'),
    'travel',
  ],
  [
    '44 minutes of travel time',
    diary({ busy: [job('09:00', '12:00', ELSEWHERE)] }),
    ask('12:44', '15:00'),
    'travel',
  ],
  [
    '45 minutes of travel time',
    diary({ busy: [job('09:00', '12:00', ELSEWHERE)] }),
    ask('12:45', '15:00'),
    null,
  ],
  [
    '44 minutes to the next',
    diary({ busy: [job('15:00', '18:00', ELSEWHERE)] }),
    ask('12:00', '14:16'),
    'travel',
  ],
  [
    '45 minutes to the next',
    diary({ busy: [job('15:00', '18:00', ELSEWHERE)] }),
    ask('12:00', '14:15'),
    null,
  ],
  [
    'no travel time with a zero buffer',
    diary({ busy: [job('09:00', '12:00', ELSEWHERE)] }),
    ask('12:00', '15:00', { travel: fixedTravel(0) }),
    null,
  ],
  [
    'the moved job needs no travel time',
    diary({ busy: [job('09:00', '12:00', ELSEWHERE)] }),
    ask('12:00', '15:00', { excludeJobIDs: ['another job'] }),
    null,
  ],
  [
    'no travel time before the end of working hours',
    diary(),
    ask('15:00', '18:00', { postal: ELSEWHERE }),
    null,
  ],

  [
    'time off during it',
    diary({ busy: [span('time-off', '11:00', '13:00')] }),
    ask('09:00', '12:00'),
    'time-off',
  ],
  [
    'time off right after: no travel time',
    diary({ busy: [span('time-off', '12:00', '13:00')] }),
    ask('09:00', '12:00'),
    null,
  ],
  ['a block during it', diary({ busy: [span('block', '11:00', '13:00')] }), ask('09:00', '12:00'), 'block'],
  [
    'a block right before: no travel time',
    diary({ busy: [span('block', '08:00', '09:00')] }),
    ask('09:00', '12:00'),
    null,
  ],
  [
    'a block of this kind of work',
    diary({ busy: [span('block', '09:00', '18:00', { onlyJobType: 'one-time' })] }),
    ask('09:00', '12:00', { jobType: 'one-time' }),
    'block',
  ],
  [
    'a block of another kind of work',
    diary({ busy: [span('block', '09:00', '18:00', { onlyJobType: 'regular' })] }),
    ask('09:00', '12:00', { jobType: 'one-time' }),
    null,
  ],
  [
    'a day off that began yesterday',
    diary({ busy: [span('time-off', '-10:00', '14:00')] }),
    ask('13:00', '15:00'),
    'time-off',
  ],
  ['a busy month around a free slot', diary({ busy: monthOfJobs() }), ask('13:00', '15:00'), null],

  [
    'twelve hours of jobs in a day',
    { ...longDay, busy: [job('06:00', '14:00')] },
    ask('15:00', '19:00'),
    null,
  ],
  [
    'more than twelve hours of jobs in a day',
    { ...longDay, busy: [job('06:00', '14:00')] },
    ask('15:00', '19:30'),
    'long-day',
  ],
  [
    'the moved job does not count twice',
    { ...longDay, busy: [job('06:00', '14:00')] },
    ask('12:00', '20:00', { excludeJobIDs: ['another job'] }),
    null,
  ],
  [
    'yesterday’s hours do not count',
    { ...longDay, busy: [job('-10:00', '-2:00')] },
    ask('06:00', '14:00'),
    null,
  ],
];

/** 9:00 to 12:00 and 15:00 to 18:00 at home, on each of the thirty days around the 24th. */
function monthOfJobs(): BusySpan[] {
  return Array.from({ length: 30 }, (_, day) => day - 15).flatMap((day) =>
    [job('09:00', '12:00'), job('15:00', '18:00')].map((span) => ({
      ...span,
      start: span.start + day * 1440,
      end: span.end + day * 1440,
    })),
  );
}

describe('whether a cleaner is free', () => {
  test.each(cases)('%s', (_why, diary, ask, reason) => {
    expect(whyNotFree(diary, ask)).toBe(reason);
  });
});

const reasons: Readonly<Record<Reason, 'soft' | 'hard'>> = {
  gender: 'soft',
  language: 'soft',
  pets: 'soft',
  region: 'soft',
  'day-off': 'hard',
  'outside-hours': 'hard',
  job: 'hard',
  'time-off': 'hard',
  block: 'hard',
  travel: 'hard',
  'long-day': 'hard',
};

test.each(Object.entries(reasons) as [Reason, 'soft' | 'hard'][])('%s is a %s rule', (reason, kind) => {
  expect(isSoftRule(reason)).toBe(kind === 'soft');
});

const foreign = diary({ gender: 'male', regionIDs: ['east'], avoidsPets: true });
const asksAll = { gender: 'female', language: 'Tamil', hasPets: true };
const softCases: readonly [why: string, Diary, SlotQuery, { soft: SoftRule[]; hard: Reason | null }][] = [
  ['no rule is violated', diary(), ask('09:00', '12:00'), { soft: [], hard: null }],
  ['one soft rule', diary({ regionIDs: ['east'] }), ask('09:00', '12:00'), { soft: ['region'], hard: null }],
  [
    'every soft rule',
    foreign,
    ask('09:00', '12:00', asksAll),
    { soft: ['gender', 'language', 'pets', 'region'], hard: null },
  ],
  [
    'another region, and outside her hours',
    foreign,
    ask('07:00', '10:00'),
    { soft: ['region'], hard: 'outside-hours' },
  ],
  [
    'another region, and busy with another visit',
    diary({ regionIDs: ['east'], busy: [job('10:00', '11:00')] }),
    ask('09:00', '12:00'),
    { soft: ['region'], hard: 'job' },
  ],
];

test.each(softCases)('hard and soft rules are distinguished: %s', (_why, one, query, { soft, hard }) => {
  expect(brokenSoftRules(one, query)).toEqual(soft);
  expect(whyNoTime(one, query)).toBe(hard);
  expect(whyNotFree(one, query)).toBe(hard ?? soft[0] ?? null);
});
