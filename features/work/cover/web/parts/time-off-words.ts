import { date } from '#platform/web/format.ts';
import type { TimeOffRequest } from '../../contract/time-off-requests.ts';
import type { Pair } from './absence-words.ts';

const pair = (text: string, zh: string): Pair => ({ text, zh });

export const timeOffWords = {
  title: pair('Time off', '休假'),
  ask: pair('Ask for time off', '申请休假'),
  firstDay: pair('First day', '第一天'),
  note: pair('Reason, if you like', '原因（可不填）'),
  explained: pair(
    'The office answers by SMS. Until then your jobs stay as they are.',
    '办公室会用短信答复。在此之前，您的工作不变。',
  ),
  send: pair('Send to the office', '发送给办公室'),
  asked: pair('Sent. The office answers by SMS.', '已发送。办公室会用短信答复。'),
  takeBack: pair('Take back', '撤回'),
  noSignal: pair('No signal. The office has not been asked.', '没有网络，还没有发送给办公室。'),
  alreadyAsked: pair(
    'You have already asked for some of these days. Take that back first.',
    '其中有些日期您已经申请过，请先撤回。',
  ),
  decided: pair('The office has already decided.', '办公室已经决定了。'),
  wrongDays: pair('Choose days from tomorrow on, up to 60 days.', '请选择明天或以后的日期，最多 60 天。'),
  notSent: pair('That did not work. Nothing was sent. Try again.', '没有成功，什么都没有发送。请再试一次。'),
} as const;

export const STATE_WORDS: Readonly<Record<TimeOffRequest['state'], Pair>> = {
  open: pair('Waiting for the office', '等待办公室答复'),
  accepted: pair('Accepted', '已批准'),
  declined: pair('Not possible. Please talk to the office.', '未获批准，请联系办公室。'),
};

/** `Sat 5 Dec to Mon 7 Dec` */
export function daysOff({ firstDay, lastDay }: Pick<TimeOffRequest, 'firstDay' | 'lastDay'>): Pair {
  if (firstDay === lastDay) return pair(date(firstDay, 'en'), date(firstDay, 'zh'));
  return pair(
    `${date(firstDay, 'en')} to ${date(lastDay, 'en')}`,
    `${date(firstDay, 'zh')}至${date(lastDay, 'zh')}`,
  );
}
