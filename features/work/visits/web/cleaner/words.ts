import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { listIn } from '#platform/kernel/message-kind.ts';
import { date, time } from '#platform/web/format.ts';
import type { Language } from '#platform/web/i18n/language.ts';
import { type Pair, pair, pairsOf } from '#platform/web/i18n/pair.ts';
import { defineTexts, textIn } from '#platform/web/i18n/texts.ts';
import type { LocationVerdict } from '../../rules/location.ts';
import type { Trouble } from './retry-pause.ts';

const texts = defineTexts('cleanerJobs', {
  job: 'Job',
  today: 'Today',
  upcoming: 'Upcoming',
  past: 'Past',
  nothingToday: 'No jobs today',
  rest: 'Rest well. New jobs will appear here automatically.',
  nothingUpcoming: 'Nothing booked yet',
  nothingPast: 'No finished jobs yet',
  loading: 'Loading your jobs',
  failed: 'We could not load your jobs.',
  again: 'Try again',
  gone: 'You are not on this job.',
  map: 'Map',
  call: 'Call',
  arrived: 'I have arrived',
  starting: 'Clocking in',
  finish: 'Finish job',
  finishing: 'Clocking out',
  see: 'See job',
  seeShort: 'See',
  underWay: 'In progress',
  back: 'Back to the job',
  timeLeft: 'Time left',
  timeOver: 'Over by',
  customer: 'Customer',
  pets: 'Pets at home. Keep the gate shut.',
  supplies: 'Bring cleaning supplies.',
  language: 'Speaks',
  notes: 'Please note',
  notTranslated: 'In their own words, not translated',
  hiddenBeforeVisit: 'The address and phone number appear 7 days before the visit.',
  hiddenAfterVisit: 'The visit is over, so the address and phone number are hidden.',
  checklist: 'Checklist',
  unfold: 'Show',
  fold: 'Hide',
  emptyChecklist: 'No checklist for this job.',
  done: 'Job done. Thank you.',
  doneShort: 'Done.',
  crew: 'With you',
  offline: 'No signal. Not saved. Try again when it is back.',
  tickSentLater: 'Not sent yet',
  notTicked: 'Not saved. Tick it again.',
  notStarted: 'Not clocked in. Try again.',
  notFinished: 'Not clocked out. Try again.',
  phoneFull: 'Your phone is full. Keep this page open until it is sent.',
  toldOffice: 'This could not be saved. We are telling the office, who will put it right.',
  notSetOut: 'The office has not heard that you are on the way.',
  notCommented: 'Your note was not saved. Write it again.',
  photoNotSent: 'A photo was not saved. Take it again.',
  photoNotRemoved: 'The photo was not removed.',
  photoUnreadable: 'This photo cannot be used. Take another one.',
  tooManyPhotos: 'A visit has at most 20 photos. Remove one first.',
  photos: 'Photos',
  before: 'Before',
  after: 'After',
  addBefore: 'Photo before',
  addAfter: 'Photo after',
  removePhoto: 'Remove photo',
  photosFor: 'The customer and the office see these photos.',
  note: 'A note about this visit',
  noteHint: 'The customer and the office can read this.',
  noteSaved: 'Saved.',
  setOut: 'I am on the way',
  office: 'Call office',
  access: 'Access',
  cleanAgain: 'Cleaning again, free of charge. Why:',
  requests: 'Requests',
  week: 'My week',
  earlier: 'Week before',
  later: 'Week after',
  timeOff: 'Time off',
  dayOff: 'Day off',
  noJobs: 'No jobs',
  inCalendar: 'My jobs in my calendar',
  staleOffline: 'No signal. This is what you saw last time.',
  staleBusy: 'The server is not responding. This is what you saw last time.',
  places: 'Where you clocked in and out',
  placesFor: 'The office sees this. It never stops you from working.',
  tooEarly: 'Too early. You can start 1 hour before.',
  askFinish: 'Finish now?',
  keepWorking: 'Keep working',
  finishAnyway: 'Finish anyway',
  undo: 'Not done yet? Undo',
  notUndone: 'Not undone. Try again.',
  tooLateToUndo: 'Too late to undo. Call the office.',
  work: {
    regular: 'Regular',
    'one-time': 'One-time',
    'spring-cleaning': 'Spring',
    'moving-in-out': 'Moving',
  },
  workFor_one: '{{service}}, {{count}} hour',
  workFor_other: '{{service}}, {{count}} hours',
  number: 'Job {{number}}',
  to: 'to {{time}}',
  until: 'until {{time}}',
  next: {
    now: 'Next, now',
    minutes_one: 'Next, in {{count}} minute',
    minutes_other: 'Next, in {{count}} minutes',
    hours_one: 'Next, in {{count}} hour',
    hours_other: 'Next, in {{count}} hours',
    hourAndMinutes_one: 'Next, in 1 hour {{count}} minute',
    hourAndMinutes_other: 'Next, in 1 hour {{count}} minutes',
    days_one: 'Next, in {{count}} day',
    days_other: 'Next, in {{count}} days',
  },
  jobs_one: '{{count}} job',
  jobs_other: '{{count}} jobs',
  hours_one: '{{count}} hour',
  hours_other: '{{count}} hours',
  minutes_one: '{{count}} minute',
  minutes_other: '{{count}} minutes',
  dayTotal: '{{jobs}}, {{hours}}.',
  rooms: {
    Kitchen: 'Kitchen',
    Bathroom: 'Bathroom',
    Bathrooms: 'Bathrooms',
    Bedroom: 'Bedroom',
    Bedrooms: 'Bedrooms',
    'Living room': 'Living room',
    Floors: 'Floors',
    'Last look': 'Last look',
    Spring: 'Spring',
    'Empty home': 'Empty home',
    General: 'General',
  },
  onTheWaySince: 'On the way since {{time}}',
  startsFrom: 'Start from {{time}}',
  ticked: '{{done}} of {{of}} done',
  earlyBy: '{{duration}} before the booked end.',
  visits_one: '{{count}} visit',
  visits_other: '{{count}} visits',
  month: '{{visits}}.',
  monthByClock: '{{visits}}, {{duration}} by the clock.',
  untimed_one: '{{count}} without times.',
  untimed_other: '{{count}} without times.',
  sentences: '{{first}} {{second}}',
  open_one: '1 item is not ticked:',
  open_other: '{{count}} items are not ticked:',
  more_other: 'and {{count}} more',
  unsent: {
    ticks_one: '{{count}} tick',
    ticks_other: '{{count}} ticks',
    starts_one: '{{count}} clock-in',
    starts_other: '{{count}} clock-ins',
    finishes_one: '{{count}} clock-out',
    finishes_other: '{{count}} clock-outs',
    photos_one: '{{count}} photo',
    photos_other: '{{count}} photos',
    others_one: '{{count}} change',
    others_other: '{{count}} changes',
  },
  sentLater: '{{items}} will be sent later.',
  trouble: {
    unreachable: 'No signal. Carry on.',
    busy: 'The server is not responding. Carry on.',
  },
  unsentTime: {
    start: 'Arrived at {{time}}. Not sent yet. It will be sent automatically.',
    finish: 'Finished at {{time}}. Not sent yet. It will be sent automatically.',
  },
  place: {
    inside: 'At the home',
    unplaced: 'Place noted. We do not know this home’s position',
    none: 'No place recorded',
    metres: 'About {{metres}} m from the home',
    kilometres: 'About {{km}} km from the home',
  },
  photosKept_one: '{{count}} photo stored on this phone',
  photosKept_other: '{{count}} photos stored on this phone',
});

/** A text of the cleaner's screens. */
export const word = pairsOf(texts);
export type WordName = Parameters<typeof word>[0];

const counted = (language: Language, noun: WordName, count: number) =>
  textIn(language, texts, noun, { count });

/** `One-time, 3 hours` · `单次，3 小时`. */
export function workLabel(jobType: JobType, count: number): Pair {
  return word('workFor', (language) => ({ count, service: textIn(language, texts, `work.${jobType}`) }));
}

/** The job's number, for calls to the office. */
export function jobNumber(number: number): Pair {
  return word('number', { number });
}

/** A day, with its weekday alone in Chinese: `Sat 28 Nov 周六`. */
export function dayLabel(wire: string): Pair {
  return pair((language) => date(wire, language, language === 'zh' ? 'weekday' : 'date'));
}

/** Today, without the year: `Saturday 28 November 星期六`. */
export function longDayLabel(wire: string): Pair {
  return pair((language) =>
    language === 'zh' ? date(wire, language, 'weekday') : date(wire, language, 'long').replace(/ \d{4}$/, ''),
  );
}

/** How long until a visit begins, in minutes: `Next, in 40 minutes`. */
export function nextIn(minutes: number): Pair {
  if (minutes <= 0) return word('next.now');
  if (minutes < 60) return word('next.minutes', { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours === 1 && minutes > 60) return word('next.hourAndMinutes', { count: minutes - 60 });
  if (hours < 48) return word('next.hours', { count: hours });
  return word('next.days', { count: Math.floor(hours / 24) });
}

/** `2 jobs, 7 hours.` */
export function dayTotal(jobs: number, hours: number): Pair {
  return word('dayTotal', (language) => ({
    jobs: counted(language, 'jobs', jobs),
    hours: counted(language, 'hours', hours),
  }));
}

/** The rooms of the default checklists are translated; the office may add others. */
export function roomLabel(room: string): Pair {
  return Object.hasOwn(texts.en.rooms, room)
    ? word(`rooms.${room as keyof typeof texts.en.rooms}`)
    : { text: room, zh: '' };
}

/** `On the way since 8:20 am` */
export function onTheWaySince(wire: string): Pair {
  return word('onTheWaySince', (language) => ({ time: time(wire, language) }));
}

/** When a visit can be started: `Start from 8:00 am`. */
export function startsFrom(wire: string): Pair {
  return word('startsFrom', (language) => ({ time: time(wire, language) }));
}

/** `4 of 10 done` */
export function ticked(done: number, of: number): Pair {
  return word('ticked', { done, of });
}

/** `1 hour 40 minutes before the booked end.` */
export function earlyBy(minutes: number): Pair {
  return word('earlyBy', (language) => ({ duration: durationIn(language, minutes) }));
}

/** `1 hour 40 minutes`; empty for none. */
function durationIn(language: Language, minutes: number): string {
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [whole > 0 && counted(language, 'hours', whole), rest > 0 && counted(language, 'minutes', rest)]
    .filter((part) => part !== false)
    .join(' ');
}

/**
 * A month's visits and the time between their clock-ins and clock-outs, for checking a pay slip:
 * `12 visits, 46 hours 30 minutes by the clock. 1 without times.`
 */
export function monthTotal({ visits, minutes, untimed }: MonthWork): Pair {
  return pair((language) => {
    const total = textIn(language, texts, minutes === 0 ? 'month' : 'monthByClock', {
      visits: counted(language, 'visits', visits),
      duration: durationIn(language, minutes),
    });
    return untimed === 0 ? total : joined(language, total, counted(language, 'untimed', untimed));
  });
}

function joined(language: Language, first: string, second: string): string {
  return textIn(language, texts, 'sentences', { first, second });
}

export interface MonthWork {
  readonly visits: number;
  readonly minutes: number;
  /** Visits without both clock events. */
  readonly untimed: number;
}

/** `3 items are not ticked:` */
export function openLines(count: number): Pair {
  return word('open', { count });
}

/** `and 4 more` */
export function andMore(count: number): Pair {
  return word('more', { count });
}

interface SentLater {
  readonly ticks: number;
  readonly starts: number;
  readonly finishes: number;
  readonly photos?: number;
  /** Notes, undone finishes and other occasional actions. */
  readonly others?: number;
}

/** The unsent items: `3 ticks will be sent later.` Preceded by the reason unless it is already shown above. */
export function sentLater(
  { ticks, starts, finishes, photos = 0, others = 0 }: SentLater,
  { trouble }: { trouble: Trouble | null },
): Pair {
  const unsent = { ticks, starts, finishes, photos, others };
  const kinds = (Object.keys(unsent) as (keyof typeof unsent)[]).filter((kind) => unsent[kind] > 0);
  return pair((language) => {
    const named = kinds.map((kind) => counted(language, `unsent.${kind}`, unsent[kind]));
    const later = textIn(language, texts, 'sentLater', { items: listIn(language, named) });
    return trouble === null ? later : joined(language, textIn(language, texts, `trouble.${trouble}`), later);
  });
}

/** A time that could not be sent: `Finished at 1:00 pm. Not sent yet. It will be sent automatically.` */
export function unsentTime(act: 'start' | 'finish', wire: string): Pair {
  return word(`unsentTime.${act}`, (language) => ({ time: time(wire, language) }));
}

/** The recorded position at a clocking: `At the home`, `About 2.4 km from the home`. */
export function placeLabel(location: LocationVerdict | undefined, metres: number | null | undefined): Pair {
  if (location === 'inside' || location === 'unplaced') return word(`place.${location}`);
  if (location !== 'outside') return word('place.none');
  const away = metres ?? 0;
  return away < 1000
    ? word('place.metres', { metres: away })
    : word('place.kilometres', { km: (away / 1000).toFixed(1) });
}

/** `2 photos stored on this phone` */
export function photosKept(count: number): Pair {
  return word('photosKept', { count });
}
