import { date } from '#platform/web/format.ts';
import type { Absence } from '../../contract/absences.ts';
import type { AbsenceReason } from '../../rules/absence.ts';

/** A text of the cleaner's screens, which show both languages at once. */
export interface Pair {
  readonly text: string;
  readonly zh: string;
}

const pair = (text: string, zh: string): Pair => ({ text, zh });

export const absenceWords = {
  cannotCome: pair('I cannot come', '我不能来'),
  until: pair('Until when?', '到什么时候？'),
  onlyToday: pair('Only today', '只有今天'),
  longer: pair('Longer', '更久'),
  lastDay: pair('Last day', '最后一天'),
  why: pair('Why?', '为什么？'),
  next: pair('Next', '下一步'),
  back: pair('Back', '返回'),
  close: pair('Close', '关闭'),
  whatHappens: pair('What happens now', '接下来会怎样'),
  told: pair('The office is told at once.', '办公室马上会收到通知。'),
  othersCome: pair(
    'The office takes care of your jobs. You do not need to call your customers.',
    '办公室会安排您的工作，您不用联系顾客。',
  ),
  atWork: pair('If you are at a job now, clock out first.', '如果您正在工作，请先签退。'),
  takeBack: pair('You can take it back until the office has acted.', '在办公室处理之前，您可以撤回。'),
  send: pair('Tell the office', '通知办公室'),
  sending: pair('Telling the office', '正在通知办公室'),
  received: pair('We have been told.', '我们已经收到通知。'),
  getWell: pair('Get well.', '祝您早日康复。'),
  covered: pair('The office is taking care of your jobs.', '办公室正在安排您的工作。'),
  canCome: pair('I can come', '我可以来了'),
  takingBack: pair('Telling the office', '正在通知办公室'),
  takenBack: pair('Taken back. Your jobs stay as they are.', '已撤回，您的工作不变。'),
  noSignal: pair(
    'No signal. The office has not been told. Please call.',
    '没有网络，办公室还没有收到。请打电话。',
  ),
  unsure: pair(
    'No signal. We do not know whether the office has been told. Please call.',
    '没有网络，不知道办公室有没有收到。请打电话。',
  ),
  notSent: pair(
    'That did not work. The office has not been told. Try again, or call.',
    '没有成功，办公室还没有收到。请再试一次，或打电话。',
  ),
  otherDay: pair(
    'You have told us already, until another day. Take that back first, or call.',
    '您已经通知过我们，但日期不同。请先撤回，或打电话。',
  ),
  hasActed: pair('The office has already acted. Please call.', '办公室已经处理，请打电话。'),
  call: pair('Call office', '打给办公室'),
  again: pair('Try again', '再试一次'),
} as const;

export const REASON_WORDS: Readonly<Record<AbsenceReason, Pair>> = {
  sick: pair('Sick', '生病'),
  family: pair('Family', '家里有事'),
  other: pair('Something else', '其他原因'),
};

/** `Until tomorrow, Fri 27 Nov` */
export function untilTomorrow(day: string): Pair {
  return pair(`Until tomorrow, ${date(day, 'en')}`, `到明天，${date(day, 'zh')}`);
}

/** `Nobody can book you until the end of Fri 27 Nov.` */
export function notBooked(lastDay: string): Pair {
  return pair(
    `Nobody can book you until the end of ${date(lastDay, 'en')}.`,
    `${date(lastDay, 'zh')}结束之前，不会再给您安排新工作。`,
  );
}

/** `You cannot come until the end of Fri 27 Nov.` */
export function awayUntil({ until }: Pick<Absence, 'until'>): Pair {
  return pair(
    `You cannot come until the end of ${date(until, 'en')}.`,
    `您到${date(until, 'zh')}为止不能来。`,
  );
}
