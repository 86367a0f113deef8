import { describe, expect, it, test } from 'vitest';
import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import {
  daysFrom,
  type FreeSlot,
  groupsOf,
  nearestTo,
  petalsOf,
  type SeenSlot,
  stateOfDay,
  withTaken,
} from '#features/work/schedule/web/parts/times.ts';
import {
  type Draft,
  draftFor,
  draftOfLines,
  draftOfPicked,
  draftOfPostal,
  draftWaitingFor,
  draftWithHours,
  draftWithPackage,
  draftWithSize,
  draftWithTime,
  draftWithVisits,
  emptyDraft,
  holdKeyOf,
  homeSizeOf,
  listPriceBefore,
  priceBefore,
  priceKeyOf,
  readDraft,
} from './draft.ts';
import { hoursFor, hoursOnOffer, packageFor, sizingOf } from './sizing.ts';
import {
  openStep,
  positionOfStep,
  type Stand,
  serviceAt,
  serviceOf,
  stepAfter,
  stepBefore,
  stepNamed,
  stepsAhead,
} from './steps.ts';
import { pickedHome } from './use-flow.ts';
import { suggestedSlot } from './use-time-choice.ts';

const unplaced = { ...emptyDraft, supplies: false, packageID: 'pack', hours: 4 };
const sized = { ...unplaced, postal: '310145' };
const atHome = { ...unplaced, addressID: 'home' };
const span = { startTime: '2026-11-28T09:00:00+08:00', endTime: '2026-11-28T13:00:00+08:00' };
const timed = { ...sized, ...span };
const placed = { ...timed, addressLine1: 'Blk 145 Lor 2 Toa Payoh' };
const complete: Draft = { ...placed, detailsSeen: true };

const [once, weekly] = [serviceOf('one-time'), serviceOf('regular')];
const stranger: Stand = { service: once, isCustomer: false };
const customer: Stand = { service: once, isCustomer: true };

describe('the steps', () => {
  test.each([
    ['pay', false, 'home', emptyDraft],
    ['time', false, 'home', unplaced],
    ['time', false, 'home', { ...unplaced, postal: '3101' }],
    ['pay', true, 'home', { ...unplaced, ...span, addressLine1: 'Blk 145' }],
    ['time', false, 'time', sized],
    ['time', true, 'time', atHome],
    ['details', true, 'details', { ...atHome, ...span }],
    ['address', true, 'address', { ...atHome, ...span }],
    ['pay', true, 'time', sized],
    ['pay', true, 'home', { ...complete, supplies: null }],
    ['details', false, 'address', timed],
    ['address', false, 'time', { ...timed, hours: 5, endTime: null }],
    ['pay', true, 'details', placed],
    ['pay', false, 'signin', complete],
    ['signin', false, 'signin', complete],
    ['signin', true, 'pay', complete],
    ['pay', true, 'pay', complete],
    ['home', true, 'home', complete],
  ] as const)('asked for %s (signed in: %s), it opens %s', (asked, isCustomer, shown, draft) => {
    expect(openStep(asked, draft, { service: once, isCustomer })).toBe(shown);
  });

  it('skip the sign-in for a signed-in customer', () => {
    expect(stepAfter('details', placed, stranger)).toBe('signin');
    expect(stepAfter('details', placed, customer)).toBe('pay');
    expect(stepBefore('pay', placed, once)).toBe('details');
    expect(stepBefore('home', placed, once)).toBeNull();
  });

  it('skip the address of a stored home in both directions', () => {
    expect([stepAfter('time', timed, customer), stepBefore('details', timed, once)]).toEqual([
      'address',
      'address',
    ]);
    expect([stepAfter('time', atHome, customer), stepBefore('details', atHome, once)]).toEqual([
      'details',
      'time',
    ]);
  });

  test.each([
    ['home', once, ['time', 'address']],
    ['home', weekly, ['time', 'dates']],
    ['time', weekly, ['dates', 'address']],
    ['details', once, ['signin', 'pay']],
    ['signin', once, ['pay']],
    ['pay', once, []],
  ] as const)('at %s those that may come next are near', (step, service, near) => {
    expect(stepsAhead(step, service)).toEqual(near);
  });

  it('are counted as seven, including the choice of service before them', () => {
    const positions = (['home', 'time', 'pay'] as const).map((step) => positionOfStep(step, once).position);
    expect([...positions, positionOfStep('pay', once).count]).toEqual([2, 3, 7, 7]);
  });

  it('include one more for a series, after its first date', () => {
    expect(positionOfStep('dates', weekly)).toEqual({ position: 4, count: 8 });
    expect(stepAfter('time', atHome, { service: weekly, isCustomer: true })).toBe('dates');
    expect(stepBefore('details', atHome, weekly)).toBe('dates');
    expect(openStep('pay', complete, { service: weekly, isCustomer: true })).toBe('dates');
    expect(stepNamed('dates', once)).toBe('home');
  });

  it('go from the time to the payment for a repeated booking, and back through all of them', () => {
    const known = { ...atHome, again: { jobID: 'job', startTime: span.startTime }, detailsSeen: true };
    expect(stepAfter('time', known, customer)).toBe('pay');
    expect(stepBefore('pay', known, once)).toBe('details');
    const stand = { service: weekly, isCustomer: true };
    expect(stepAfter('time', known, stand)).toBe('dates');
    expect(stepAfter('time', { ...known, datesSeen: true }, stand)).toBe('pay');
  });

  it('start with the first if the URL names none', () => {
    expect(stepNamed(null, once)).toBe('home');
    expect(stepNamed('elsewhere', once)).toBe('home');
    expect(stepNamed('address', once)).toBe('address');
  });
});

describe('the draft', () => {
  it('a draft in the storage is restored', () => {
    const kept: Draft = {
      ...complete,
      held: { jobID: 'job', request: 'key' },
      agreed: { request: 'r', total: 12000 },
      unanswered: { key: 'key', body: '{}' },
      code: { mobile: '6591234567', staySignedIn: false, mayResendAt: 5 },
    };
    expect(readDraft(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([null, undefined, '', [], 'text', 7])('starts empty from %j', (stored) => {
    expect(readDraft(stored)).toEqual(emptyDraft);
  });

  it('drops unknown and invalid data', () => {
    const stored = {
      hours: '4',
      home: 4,
      postal: 310145,
      supplies: true,
      number: '4242',
      exceptions: 'none',
      count: 99,
    };
    expect(readDraft(stored)).toEqual({ ...emptyDraft, supplies: true });
  });

  it('never shows one person’s address to the next', () => {
    const hers: Draft = {
      ...complete,
      addressID: 'a',
      customerID: 'rachel',
      held: { jobID: 'j', request: 'r' },
    };
    expect(draftFor(hers, 'rachel')).toBe(hers);
    expect(draftFor(hers, 'grace')).toEqual({ ...unplaced, ...span, supplies: hers.supplies });
    expect(draftFor(complete, 'grace')).toBe(complete);
  });

  it('needs another hold if anything but its time and notes changes', () => {
    expect(holdKeyOf(complete)).toBe(holdKeyOf({ ...complete, startTime: '2026-11-28T10:00:00+08:00' }));
    expect(holdKeyOf(complete)).toBe(holdKeyOf({ ...complete, contactDetails: 'Lift B' }));
    expect(holdKeyOf(complete)).not.toBe(holdKeyOf({ ...complete, hours: 5 }));
    expect(holdKeyOf(complete)).not.toBe(holdKeyOf({ ...complete, gender: 'female' }));
  });

  it('distinguishes a changed price from a price for something else', () => {
    const agreed = { ...sized, agreed: { request: priceKeyOf(sized), total: 12000 } };
    expect(priceBefore(agreed, 12000)).toBeNull();
    expect(priceBefore(agreed, 12300)).toBe(12000);
    expect(priceBefore({ ...agreed, hours: 5 }, 15000)).toBeNull();
    expect(priceBefore(sized, 12300)).toBeNull();
  });

  it('distinguishes a changed price from one reduced by a code or hours', () => {
    const agreed = { ...sized, agreed: { request: priceKeyOf(sized), total: 12000 } };
    expect(listPriceBefore(agreed, { subtotal: 12000 }, 1)).toBeNull();
    expect(listPriceBefore(agreed, { subtotal: 12300 }, 1)).toBe(12000);
  });
});

describe('the address', () => {
  const main = { id: 'main', isPrimary: true };
  const other = { id: 'other', isPrimary: false };

  test.each([
    ['nothing given yet: the main home', {}, [other, main], main],
    ['nothing given, no main home: the first', {}, [other], other],
    ['a stored home', { addressID: 'other' }, [main, other], other],
    ['a deleted stored home', { addressID: 'gone' }, [main], undefined],
    ['an entered postal code', { postal: '310145' }, [main], undefined],
    ['another address chosen, nothing entered', { otherAddress: true }, [main], undefined],
    ['no stored homes', {}, [], undefined],
  ] as const)('%s', (_what, given, homes, picked) => {
    expect(pickedHome<typeof main>(homes, { ...emptyDraft, ...given })).toBe(picked);
  });

  it('keeps address lines only for their postal code', () => {
    expect(draftOfPostal(placed, '310145')).toMatchObject({ addressLine1: placed.addressLine1 });
    expect(draftOfPostal(placed, '31014')).toMatchObject({ postal: '31014', addressLine1: '' });
    expect(draftOfPostal({ ...placed, addressID: 'home' }, '310145')).toMatchObject({
      addressID: null,
      addressLine1: '',
    });
  });

  test.each([
    ['nothing', {}, 'home'],
    ['the street', { addressLine1: 'Blk 12 Jalan Besar' }, null],
    ['the unit', { addressLine2: '#09-01' }, null],
    ['the building, which is stored with the home', { addressLine3: 'The Peak' }, null],
  ])('an address step that changes %s', (_what, changed, addressID) => {
    const held = { ...placed, addressID: 'home' };
    const { addressLine1, addressLine2, addressLine3 } = held;
    const lines = { addressLine1, addressLine2, addressLine3, ...changed };
    expect(draftOfLines(held, lines)).toEqual({ ...lines, addressID });
  });

  it('a stored home that is confirmed again keeps later choices', () => {
    const home = {
      id: 'home',
      customerID: 'rachel',
      postal: '310145',
      addressLine1: 'Blk 145',
      addressLine2: '',
    };
    const stored = { ...home, hasPets: false, genderPreference: '', languagePreference: '' } as AddressReply;
    const chosen = { ...atHome, hasPets: true, gender: 'female', language: 'Mandarin' } as const;
    expect({ ...chosen, ...draftOfPicked(chosen, stored) }).toEqual(chosen);
    const first = { ...chosen, addressID: null };
    expect({ ...first, ...draftOfPicked(first, stored) }).toMatchObject({
      addressID: 'home',
      hasPets: false,
      gender: '',
      language: '',
    });
  });

  test.each([
    ['hdb_3', '3-room'],
    ['condo_1', 'condo'],
    ['landed', 'landed'],
    ['office', null],
    ['', null],
  ])('a home stored as %j is %s', (type, size) => {
    expect(homeSizeOf(type)).toBe(size);
  });
});

describe('home and hours', () => {
  const pack = (id: string, hours: number, more = {}) => ({
    id,
    category: 'HDB 4-room',
    label: 'Visit',
    pricingType: 'hourly' as const,
    hoursPerCleaner: hours,
    pricePerHour: 3000,
    price: hours * 3000,
    ...more,
  });
  const packs = [pack('three', 3), pack('four', 4), pack('five', 5)];

  it('takes the package of exactly that duration', () => {
    expect(packageFor(packs, 4)?.id).toBe('four');
  });

  it('takes the package for this home, if several have that duration', () => {
    const condo = pack('condo', 4, { category: 'Condo 3-bedroom', price: 12_500 });
    expect(packageFor([...packs, condo], 4, 'condo')?.id).toBe('condo');
    expect(packageFor([condo, ...packs], 4, '5-room')?.id).toBe('four');
  });

  it('takes the cheapest hourly package for any other duration', () => {
    expect(packageFor([...packs, pack('cheap', 2, { pricePerHour: 2800 })], 6)?.id).toBe('cheap');
  });

  it('never takes credit packages, or more hours than allowed', () => {
    expect(packageFor([pack('credits', 12, { category: 'credit' })], 12)).toBeNull();
    expect(packageFor(packs, 9)).toBeNull();
    expect(packageFor([pack('whole', 4, { pricingType: 'fixed' })], 5)).toBeNull();
  });

  it('offers whole hours if there is an hourly price', () => {
    expect(hoursOnOffer(packs)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(hoursOnOffer([pack('whole', 4, { pricingType: 'fixed' })])).toEqual([4]);
    expect(hoursOnOffer([])).toEqual([]);
  });

  test.each([
    ['3-room', [3, 4, 5], 3],
    ['landed', [3, 4, 5], 5],
    ['landed', [3, 4], 4],
    ['landed', [], null],
  ] as const)('%s of %j takes %s hours', (home, offered, hours) => {
    expect(hoursFor(home, offered)).toBe(hours);
  });
});

describe('the four services', () => {
  test.each([
    ['/regular', 'regular'],
    ['/regular/new', 'regular'],
    ['/regular/new/0190-pack', 'regular'],
    ['/one-time/new', 'one-time'],
    ['/book-spring-cleaning/new', 'spring-cleaning'],
    ['/bookmovingin-outcleaning/new', 'moving-in-out'],
  ])('%s books %s', (path, type) => {
    expect(serviceAt(path).type).toBe(type);
  });

  it('have their own success pages', () => {
    const ends = ['regular', 'one-time', 'spring-cleaning', 'moving-in-out'] as const;
    expect(ends.map((type) => serviceOf(type).success)).toEqual([
      '/regular/success',
      '/one-time/success',
      '/book-spring-cleaning/success',
      '/bookmovingin-outcleaning/success',
    ]);
  });
});

describe('the booked package', () => {
  const sold = (id: string, category: string, price: number, more = {}) =>
    ({
      id,
      label: id,
      category,
      price,
      pricePerHour: 3200,
      hoursPerCleaner: 4,
      pricingType: 'fixed',
      ...more,
    }) as PackageReply;
  const moves = [
    sold('four', 'HDB 4-room', 38400),
    sold('two', 'HDB 2-room', 25600),
    sold('landed', 'Landed', 102400),
  ];
  const hourly = [sold('three', 'HDB 3-room', 9000, { hoursPerCleaner: 3, pricingType: 'hourly' })];

  test.each([
    ['nothing chosen: the most common home', {}, undefined, ['four', 'hdb_4']],
    ['a stored home', {}, { type: 'landed' }, ['landed', 'landed']],
    ['the size from the home page', { home: 'landed' }, { type: 'hdb_1_2' }, ['landed', 'landed']],
    ['the chosen package', { packageID: 'two' }, { type: 'landed' }, ['two', 'hdb_1_2']],
  ] as const)('of the cleans that are sold whole: %s', (_what, said, picked, found) => {
    const sizing = sizingOf(
      { ...emptyDraft, ...said },
      { service: serviceOf('moving-in-out'), picked, packages: moves },
    );
    expect([sizing.pack?.id, sizing.homeType]).toEqual(found);
    expect([sizing.hours, sizing.isGone]).toEqual([4, false]);
  });

  test.each([
    ['a stored home', {}, { type: 'condo_2' }, ['condo_2', 'four']],
    ['the size from the home page', { home: 'condo' }, undefined, ['condo_3', 'four']],
    ['an office', {}, { type: 'office' }, ['office', undefined]],
  ] as const)('nothing is chosen where no clean is sold whole for it: %s', (_what, said, picked, found) => {
    const sizing = sizingOf(
      { ...emptyDraft, ...said },
      { service: serviceOf('moving-in-out'), picked, packages: moves },
    );
    expect([sizing.pack, sizing.hours]).toEqual([null, null]);
    expect([sizing.homeType, sizing.nearest?.id]).toEqual(found);
  });

  it('is reported as gone once the packages are loaded', () => {
    const of = (packages: PackageReply[] | undefined) =>
      sizingOf(
        { ...emptyDraft, packageID: 'gone', hours: 3 },
        { service: once, picked: undefined, packages },
      );
    expect([of(undefined).isGone, of(hourly).isGone, of(hourly).pack?.id]).toEqual([false, true, 'three']);
  });

  it('takes the hours of the package in the URL', () => {
    const draft = { ...emptyDraft, packageID: 'three' };
    expect(sizingOf(draft, { service: weekly, picked: undefined, packages: hourly }).hours).toBe(3);
  });
});

describe('a time similar to an earlier one', () => {
  const free = (startTime: string) => ({
    startTime,
    endTime: startTime,
    cleaners: 1,
    usualCleaner: false,
    people: [],
  });
  const like = '2026-11-17T09:00:00+08:00'; // a Tuesday
  const monday = free('2026-11-23T10:00:00+08:00');
  const later = free('2026-11-24T14:00:00+08:00');
  const tuesday = free('2026-12-01T09:00:00+08:00');
  const nine = free('2026-11-25T09:00:00+08:00');
  test.each([
    ['the same weekday and hour, however far ahead', [monday, later, nine, tuesday], tuesday],
    ['the same hour', [monday, later, nine], nine],
    ['the same weekday', [monday, later], later],
    ['the first', [monday], monday],
    ['none', [], null],
  ] as const)('is %s', (_what, slots, suggested) => {
    expect(suggestedSlot(slots, like)).toBe(suggested);
  });
});

describe('days and times', () => {
  const slot = (time: string, usualCleaner = false): FreeSlot => ({
    startTime: `2026-11-28T${time}:00+08:00`,
    endTime: '2026-11-28T20:00:00+08:00',
    cleaners: 2,
    usualCleaner,
    people: [],
  });
  const seen = (time: string, taken = false, usual = false): SeenSlot => ({ ...slot(time, usual), taken });

  it('shows whole weeks from Monday', () => {
    expect(daysFrom('2026-12-28', 1).at(-1)).toBe('2027-01-03');
  });

  test.each([
    [0, 11, 0, 'full'],
    [1, 11, 1, 'open'],
    [2, 8, 1, 'open'],
    [3, 8, 2, 'open'],
    [4, 8, 2, 'open'],
    [5, 8, 3, 'open'],
    [10, 11, 3, 'open'],
    [11, 11, 4, 'open'],
    [1, 1, 4, 'open'],
    [0, 0, 0, 'past'],
  ])('%i free of %i possible starts are %i petals, and the day is %s', (free, possible, petals, state) => {
    expect([petalsOf({ free, possible }), stateOfDay({ free, possible })]).toEqual([petals, state]);
  });

  it('keeps a time that was taken meanwhile in its position', () => {
    const before = withTaken([], [slot('09:00'), slot('09:30')]);
    const after = withTaken(before, [slot('09:00'), slot('10:00')]);
    expect(after).toEqual([seen('09:00'), seen('09:30', true), seen('10:00')]);
    expect(withTaken(after, [slot('09:30')])).toEqual([
      seen('09:00', true),
      seen('09:30'),
      seen('10:00', true),
    ]);
  });

  it('offers the three nearest times', () => {
    const days = [
      {
        date: '2026-11-28',
        closed: null,
        possible: 4,
        slots: ['08:00', '09:00', '10:30', '15:00'].map((at) => slot(at)),
      },
    ];
    const near = nearestTo(slot('09:00').startTime, days).map((one) => one.startTime.slice(11, 16));
    expect(near).toEqual(['08:00', '10:30', '15:00']);
  });

  it('lists the times of the previous cleaner first if preferred', () => {
    const day = [seen('09:00', false, true), seen('09:30'), seen('14:00', false, true), seen('18:00')];
    const parts = (usualFirst: boolean) =>
      groupsOf(day, usualFirst).map((group) => [group.part, group.slots.length]);
    expect(parts(true)).toEqual([
      ['usual', 2],
      ['morning', 1],
      ['evening', 1],
    ]);
    expect(parts(false)).toEqual([
      ['morning', 2],
      ['afternoon', 1],
      ['evening', 1],
    ]);
  });
});

const everything = {
  ...emptyDraft,
  packageID: 'pack',
  home: '4-room',
  hours: 4,
  numCleaners: 2,
  startTime: '2026-11-28T09:00:00+08:00',
  endTime: '2026-11-28T13:00:00+08:00',
  cleanerID: 'cleaner',
  exceptions: [{ startTime: '2026-12-05T09:00:00+08:00', instead: null }],
  datesSeen: true,
  waitFor: { date: '2026-11-28', part: 'any' },
} as const satisfies Draft;
const NO_DATES = { exceptions: [], datesSeen: false, waitFor: null };
const RESIZED = { packageID: null, endTime: null, ...NO_DATES };
const other = { startTime: '2026-11-29T09:00:00+08:00', endTime: '2026-11-29T13:00:00+08:00' };

test.each([
  [
    'another home size',
    draftWithSize('condo'),
    { ...RESIZED, home: 'condo', hours: null, numCleaners: null },
  ],
  ['other hours', draftWithHours(6), { ...RESIZED, hours: 6 }],
  ['another package', draftWithPackage('other'), { ...RESIZED, hours: null, packageID: 'other' }],
  ['more visits', draftWithVisits({ count: 9 }), { ...NO_DATES, count: 9 }],
  ['another time', draftWithTime(other), { ...NO_DATES, ...other, cleanerID: null }],
  [
    'waiting for a day',
    draftWaitingFor('2026-12-01'),
    {
      startTime: null,
      endTime: null,
      cleanerID: null,
      ...NO_DATES,
      waitFor: { date: '2026-12-01', part: 'any' },
    },
  ],
])('%s resets what depends on it, and nothing else', (_what, change, changed) => {
  expect({ ...everything, ...change }).toEqual({ ...everything, ...changed });
});
