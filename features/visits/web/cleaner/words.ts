import type { JobType } from '#features/packages/rules/package.ts';

/** The cleaner's screens say everything in both languages at once, so their words come in pairs. */
export interface Pair {
  readonly text: string;
  readonly zh: string;
}

const pair = (text: string, zh: string): Pair => ({ text, zh });

const SERVICE_ZH: Readonly<Record<JobType, Pair>> = {
  regular: pair('Regular', '定期'),
  'one-time': pair('One-time', '一次'),
  'spring-cleaning': pair('Spring', '大扫除'),
  'moving-in-out': pair('Moving', '搬家'),
};

/** `One-time, 3 hours` · `一次，3 小时`. */
export function workOf(jobType: JobType, hours: number): Pair {
  const service = SERVICE_ZH[jobType];
  return pair(`${service.text}, ${hours} ${hours === 1 ? 'hour' : 'hours'}`, `${service.zh}，${hours} 小时`);
}

/** How long until a visit begins, in minutes: `Next, in 40 minutes`. */
export function nextIn(minutes: number): Pair {
  if (minutes <= 0) return pair('Next, now', '现在');
  if (minutes < 120) return pair(`Next, in ${minutes} minutes`, `${minutes} 分钟后`);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return pair(`Next, in ${hours} hours`, `${hours} 小时后`);
  return pair(`Next, in ${Math.floor(hours / 24)} days`, `${Math.floor(hours / 24)} 天后`);
}

/** `2 jobs, 7 hours.` */
export function dayTotal(jobs: number, hours: number): Pair {
  return pair(
    `${jobs} ${jobs === 1 ? 'job' : 'jobs'}, ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
    `${jobs} 份工作，${hours} 小时`,
  );
}

export const words = {
  job: pair('Job', '工作'),
  today: pair('Today', '今天'),
  upcoming: pair('Upcoming', '之后'),
  past: pair('Past', '以前'),
  nothingToday: pair('No jobs today', '今天没有工作'),
  rest: pair('Rest well. New jobs show here by themselves.', '好好休息。新工作会自动出现。'),
  nothingUpcoming: pair('Nothing booked yet', '还没有预约'),
  nothingPast: pair('No finished jobs yet', '还没有做完的工作'),
  loading: pair('Fetching your jobs', '正在读取工作'),
  failed: pair('Your jobs could not be fetched.', '工作读取失败。'),
  again: pair('Try again', '再试一次'),
  gone: pair('This job is not yours any more, or never was.', '这份工作不属于您。'),
  map: pair('Map', '地图'),
  call: pair('Call', '打电话'),
  arrived: pair('I have arrived', '到了'),
  starting: pair('Clocking in', '打卡中'),
  finish: pair('Finish job', '完成工作'),
  finishing: pair('Clocking out', '打卡中'),
  see: pair('See job', '看工作'),
  open: pair('See', '看'),
  underWay: pair('Under way', '进行中'),
  back: pair('Back to the job', '回到工作'),
  timeLeft: pair('Time left', '剩余时间'),
  timeOver: pair('Time over by', '超过时间'),
  customer: pair('Customer', '客户'),
  pets: pair('Pets at home. Keep the gate shut.', '家里有宠物，请关好铁门。'),
  supplies: pair('Bring supplies along.', '请带清洁用品。'),
  language: pair('Speaks', '语言'),
  notes: pair('Notes', '备注'),
  hidden: pair('Address and phone show 7 days before the visit.', '地址和电话在 7 天前显示。'),
  checklist: pair('Checklist', '清单'),
  emptyChecklist: pair('No checklist for this job.', '这份工作没有清单。'),
  done: pair('Job done. Thank you.', '完成了，谢谢。'),
  doneShort: pair('Done.', '完成'),
  crew: pair('With you', '同事'),
  offline: pair('No signal. Not saved. Try again when it is back.', '没有网络，没有保存。有网络后再试。'),
  notTicked: pair('Not saved. Tick it again.', '没有保存，请再勾一次。'),
  notStarted: pair('Not clocked in. Try again.', '没有打到卡，请再试一次。'),
  notFinished: pair('Not clocked out. Try again.', '没有打到卡，请再试一次。'),
  tooEarly: pair('Too early. You can start 1 hour before.', '太早了，提前 1 小时才能开始。'),
} as const;

/** What the rooms of the usual checklists are called; the office may name others. */
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

/** When a visit can be started: `From 8:00 am`. */
export function startsFrom(english: string, chinese: string): Pair {
  return pair(`From ${english}`, `${chinese} 起`);
}

/** `4 of 10 done` */
export function ticked(done: number, of: number): Pair {
  return pair(`${done} of ${of} done`, `已完成 ${done}/${of}`);
}
