import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { LocationVerdict } from '../../rules/location.ts';
import type { Trouble } from './retry-pause.ts';

/** The cleaner's screens show both languages at once, so their texts come in pairs. */
export interface Pair {
  readonly text: string;
  readonly zh: string;
}

const pair = (text: string, zh: string): Pair => ({ text, zh });

const SERVICE_ZH: Readonly<Record<JobType, Pair>> = {
  regular: pair('Regular', '定期'),
  'one-time': pair('One-time', '单次'),
  'spring-cleaning': pair('Spring', '大扫除'),
  'moving-in-out': pair('Moving', '搬家'),
};

/** `One-time, 3 hours` · `单次，3 小时`. */
export function workLabel(jobType: JobType, hours: number): Pair {
  const service = SERVICE_ZH[jobType];
  return pair(`${service.text}, ${hours} ${hours === 1 ? 'hour' : 'hours'}`, `${service.zh}，${hours} 小时`);
}

/** The job's number, for calls to the office. */
export function jobNumber(number: number): Pair {
  return pair(`Job ${number}`, `单号 ${number}`);
}

/** How long until a visit begins, in minutes: `Next, in 40 minutes`. */
export function nextIn(minutes: number): Pair {
  if (minutes <= 0) return pair('Next, now', '现在');
  if (minutes < 60) return pair(`Next, in ${minutes} minutes`, `${minutes} 分钟后`);
  if (minutes < 120) {
    const rest = minutes - 60;
    if (rest === 0) return pair('Next, in 1 hour', '1 小时后');
    return pair(`Next, in 1 hour ${rest} minutes`, `1 小时 ${rest} 分钟后`);
  }
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return pair(`Next, in ${hours} hours`, `${hours} 小时后`);
  return pair(`Next, in ${Math.floor(hours / 24)} days`, `${Math.floor(hours / 24)} 天后`);
}

/** `2 jobs, 7 hours.` */
export function dayTotal(jobs: number, hours: number): Pair {
  return pair(
    `${jobs} ${jobs === 1 ? 'job' : 'jobs'}, ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
    `${jobs} 次工作，${hours} 小时`,
  );
}

export const words = {
  job: pair('Job', '工作'),
  today: pair('Today', '今天'),
  upcoming: pair('Upcoming', '接下来'),
  past: pair('Past', '过往'),
  nothingToday: pair('No jobs today', '今天没有工作'),
  rest: pair('Rest well. New jobs will appear here automatically.', '好好休息。有新工作会自动显示。'),
  nothingUpcoming: pair('Nothing booked yet', '还没有安排工作'),
  nothingPast: pair('No finished jobs yet', '还没有做完的工作'),
  loading: pair('Loading your jobs', '正在载入工作'),
  failed: pair('We could not load your jobs.', '无法载入工作。'),
  again: pair('Try again', '再试一次'),
  gone: pair('You are not on this job.', '这次工作没有安排您。'),
  map: pair('Map', '地图'),
  call: pair('Call', '打电话'),
  arrived: pair('I have arrived', '到了'),
  starting: pair('Clocking in', '正在签到'),
  finish: pair('Finish job', '完成工作'),
  finishing: pair('Clocking out', '正在签退'),
  see: pair('See job', '查看工作'),
  seeShort: pair('See', '查看'),
  underWay: pair('In progress', '进行中'),
  back: pair('Back to the job', '回到工作'),
  timeLeft: pair('Time left', '剩余时间'),
  timeOver: pair('Over by', '已超时'),
  customer: pair('Customer', '顾客'),
  pets: pair('Pets at home. Keep the gate shut.', '家里有宠物，请关好铁门。'),
  supplies: pair('Bring cleaning supplies.', '请带清洁用品。'),
  language: pair('Speaks', '语言'),
  notes: pair('Please note', '请注意'),
  notTranslated: pair('In their own words, not translated', '客户原话，未翻译'),
  hiddenBeforeVisit: pair(
    'The address and phone number appear 7 days before the visit.',
    '地址和电话会在工作前 7 天显示。',
  ),
  hiddenAfterVisit: pair(
    'The visit is over, so the address and phone number are hidden.',
    '工作已结束，不再显示地址和电话。',
  ),
  checklist: pair('Checklist', '清单'),
  unfold: pair('Show', '显示'),
  fold: pair('Hide', '收起'),
  emptyChecklist: pair('No checklist for this job.', '这次工作没有清单。'),
  done: pair('Job done. Thank you.', '工作完成，谢谢。'),
  doneShort: pair('Done.', '完成'),
  crew: pair('With you', '同事'),
  offline: pair('No signal. Not saved. Try again when it is back.', '没有网络，没有保存。有网络后再试。'),
  tickSentLater: pair('Not sent yet', '还没发送'),
  notTicked: pair('Not saved. Tick it again.', '没有保存，请再勾一次。'),
  notStarted: pair('Not clocked in. Try again.', '签到不成功，请再试一次。'),
  notFinished: pair('Not clocked out. Try again.', '签退不成功，请再试一次。'),
  phoneFull: pair(
    'Your phone is full. Keep this page open until it is sent.',
    '手机空间已满。发送完成之前，请不要关闭此页面。',
  ),
  toldOffice: pair(
    'This could not be saved. We are telling the office, who will put it right.',
    '没有保存成功。我们会通知办公室处理。',
  ),
  notSetOut: pair('The office has not heard that you are on the way.', '办公室还不知道您已出发。'),
  notCommented: pair('Your note was not saved. Write it again.', '留言没有保存，请再写一次。'),
  photoNotSent: pair('A photo was not saved. Take it again.', '有一张照片没有保存，请再拍一次。'),
  photoNotRemoved: pair('The photo was not removed.', '照片没有删除。'),
  photoUnreadable: pair('This photo cannot be used. Take another one.', '这张照片无法使用，请另拍一张。'),
  tooManyPhotos: pair(
    'A visit has at most 20 photos. Remove one first.',
    '每次工作最多 20 张照片，请先删除一张。',
  ),
  photos: pair('Photos', '照片'),
  before: pair('Before', '清洁前'),
  after: pair('After', '清洁后'),
  addBefore: pair('Photo before', '清洁前拍照'),
  addAfter: pair('Photo after', '清洁后拍照'),
  removePhoto: pair('Remove photo', '删除照片'),
  photosFor: pair('The customer and the office see these photos.', '顾客和办公室会看到这些照片。'),
  note: pair('A note about this visit', '这次工作的留言'),
  noteHint: pair('The customer and the office can read this.', '顾客和办公室会看到。'),
  noteSaved: pair('Saved.', '已保存。'),
  setOut: pair('I am on the way', '我出发了'),
  office: pair('Call office', '打给办公室'),
  access: pair('Access', '如何进门'),
  cleanAgain: pair('Cleaning again, free of charge. Why:', '免费重新清洁，原因：'),
  requests: pair('Requests', '特别要求'),
  week: pair('My week', '我的一周'),
  earlier: pair('Week before', '上一周'),
  later: pair('Week after', '下一周'),
  timeOff: pair('Time off', '休假'),
  dayOff: pair('Day off', '休息日'),
  noJobs: pair('No jobs', '没有工作'),
  inCalendar: pair('My jobs in my calendar', '在日历里查看工作'),
  staleOffline: pair('No signal. This is what you saw last time.', '没有网络。这是上次看到的内容。'),
  staleBusy: pair(
    'The server is not responding. This is what you saw last time.',
    '服务器暂时没有回应。这是上次看到的内容。',
  ),
  places: pair('Where you clocked in and out', '签到和签退的地点'),
  placesFor: pair(
    'The office sees this. It never stops you from working.',
    '办公室会看到，不会影响您的工作。',
  ),
  tooEarly: pair('Too early. You can start 1 hour before.', '太早了，最早可提前 1 小时开始。'),
  askFinish: pair('Finish now?', '现在就完成吗？'),
  keepWorking: pair('Keep working', '继续工作'),
  finishAnyway: pair('Finish anyway', '还是要完成'),
  undo: pair('Not done yet? Undo', '撤销'),
  undoing: pair('Undoing', '正在撤销'),
  notUndone: pair('Not undone. Try again.', '撤销不成功，请再试一次。'),
  tooLateToUndo: pair('Too late to undo. Call the office.', '已经不能撤销，请联系办公室。'),
} as const;

/** Chinese names of the rooms in the default checklists; the office may add others. */
const ROOMS_ZH: Readonly<Record<string, string>> = {
  Kitchen: '厨房',
  Bathroom: '浴室',
  Bathrooms: '浴室',
  Bedroom: '卧室',
  Bedrooms: '卧室',
  'Living room': '客厅',
  Floors: '地板',
  'Last look': '最后检查',
  Spring: '大扫除',
  'Empty home': '空屋',
  General: '一般',
};

export function roomZh(room: string): string | undefined {
  return ROOMS_ZH[room];
}

/** `On the way since 8:20 am` */
export function onTheWaySince(english: string, chinese: string): Pair {
  return pair(`On the way since ${english}`, `${chinese}已出发`);
}

/** When a visit can be started: `Start from 8:00 am`. */
export function startsFrom(english: string, chinese: string): Pair {
  return pair(`Start from ${english}`, `${chinese}起可签到`);
}

/** `4 of 10 done` */
export function ticked(done: number, of: number): Pair {
  return pair(`${done} of ${of} done`, `已完成 ${done}/${of}`);
}

/** `1 hour 40 minutes before the booked end.` */
export function earlyBy(minutes: number): Pair {
  const { text, zh } = durationOf(minutes);
  return pair(`${text} before the booked end.`, `比预约的结束时间早 ${zh}。`);
}

/** `1 hour 40 minutes`; empty for none. */
function durationOf(minutes: number): Pair {
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  const english = [counted(whole, 'hour'), counted(rest, 'minute')].filter((part) => part !== '').join(' ');
  const chinese = `${whole === 0 ? '' : `${whole} 小时`}${rest === 0 ? '' : ` ${rest} 分钟`}`.trim();
  return pair(english, chinese);
}

/**
 * A month's visits and the time between their clock-ins and clock-outs, for checking a pay slip:
 * `12 visits, 46 hours 30 minutes by the clock. 1 without times.`
 */
export function monthTotal({ visits, minutes, untimed }: MonthWork): Pair {
  const time = durationOf(minutes);
  const clocked = minutes === 0 ? pair('', '') : pair(`, ${time.text} by the clock`, `，打卡 ${time.zh}`);
  const rest =
    untimed === 0 ? pair('', '') : pair(` ${untimed} without times.`, `${untimed} 次没有打卡时间。`);
  return pair(
    `${counted(visits, 'visit')}${clocked.text}.${rest.text}`,
    `${visits} 次工作${clocked.zh}。${rest.zh}`,
  );
}

export interface MonthWork {
  readonly visits: number;
  readonly minutes: number;
  /** Visits without both clock events. */
  readonly untimed: number;
}

/** `3 items are not ticked:` */
export function openLines(count: number): Pair {
  return pair(
    count === 1 ? '1 item is not ticked:' : `${count} items are not ticked:`,
    `还有 ${count} 项没有勾：`,
  );
}

/** `and 4 more` */
export function andMore(count: number): Pair {
  return pair(`and ${count} more`, `另外 ${count} 项`);
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
  const named = [
    counted(ticks, 'tick'),
    counted(starts, 'clock-in'),
    counted(finishes, 'clock-out'),
    counted(photos, 'photo'),
    counted(others, 'change'),
  ];
  const english = ENGLISH_LIST.format(named.filter((part) => part !== ''));
  const chinese = [
    ticks && `${ticks} 项勾选`,
    starts && `${starts} 次签到`,
    finishes && `${finishes} 次签退`,
    photos && `${photos} 张照片`,
    others && `${others} 项更改`,
  ];
  const later = pair(
    `${english} will be sent later.`,
    `${chinese.filter(Boolean).join('、')}稍后会自动发送。`,
  );
  if (trouble === null) return later;
  const why = WHY_LATER[trouble];
  return pair(`${why.text} ${later.text}`, `${why.zh}${later.zh}`);
}

const WHY_LATER: Readonly<Record<Trouble, Pair>> = {
  unreachable: pair('No signal. Carry on.', '没有网络，请继续。'),
  busy: pair('The server is not responding. Carry on.', '服务器暂时没有回应，请继续。'),
};

const ENGLISH_LIST = new Intl.ListFormat('en-SG', { type: 'conjunction' });

/** A time that could not be sent: `Finished at 1:00 pm. Not sent yet. It will be sent automatically.` */
export function unsentTime(act: 'start' | 'finish', [english, chinese]: readonly [string, string]): Pair {
  return pair(
    `${act === 'start' ? 'Arrived' : 'Finished'} at ${english}. Not sent yet. It will be sent automatically.`,
    `${chinese}${act === 'start' ? '签到' : '签退'}，还没发送，稍后会自动发送。`,
  );
}

/** The recorded position at a clocking: `At the home`, `About 2.4 km from the home`. */
export function placeLabel(location: LocationVerdict | undefined, metres: number | null | undefined): Pair {
  if (location === 'inside') return pair('At the home', '在顾客家');
  if (location === 'unplaced')
    return pair('Place noted. We do not know this home’s position', '已记录地点，但我们不知道这个家的位置');
  if (location !== 'outside') return pair('No place recorded', '没有记录地点');
  const km = ((metres ?? 0) / 1000).toFixed(1);
  return (metres ?? 0) < 1000
    ? pair(`About ${metres} m from the home`, `离顾客家约 ${metres} 米`)
    : pair(`About ${km} km from the home`, `离顾客家约 ${km} 公里`);
}

/** `2 photos stored on this phone` */
export function photosKept(count: number): Pair {
  return pair(`${counted(count, 'photo')} stored on this phone`, `${count} 张照片已存入手机`);
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
