import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { ChargeTime } from '#features/catalogue/settings/rules/charge-times.ts';
import type { Language } from '#platform/kernel/message-kind.ts';
import { dollars, type Hours } from '#platform/kernel/money.ts';
import type { CancellationSums, DataOf } from './kinds.ts';

type FreeChanges = Pick<DataOf['change-reminder'], 'canMove' | 'lateFeePercent' | 'fee' | 'creditsForfeited'>;
type Terms = Pick<DataOf['visit-booked'], 'freeHours' | 'lateFeePercent'>;

/** Phrases that depend on numbers, which templates cannot express. */
interface Wording {
  /** `Aminah and Siti`. */
  names(names: readonly string[]): string;
  readonly services: Readonly<Record<JobType, string>>;
  /** `, with Aminah and Siti`. */
  crew(names: readonly string[]): string;
  booked(visits: number): string;
  /** For a subject: `3 cleans from Sat 28 Nov`. */
  several(visits: number, day: string): string;
  /** `3 visits`, for a cleaner. */
  many(visits: number): string;
  movedVisits(visits: number): string;
  cancelledVisits(byCompany: boolean, visits: number): string;
  paid(cents: number): string;
  toPay(cents: number, dueOn: string): string;
  /** When each visit is charged to the saved card. */
  charged(when: ChargeTime): string;
  /** When a declined card is charged again; null: it is not. */
  again(day: string | null): string;
  prepare(supplies: string): string;
  readonly weBring: string;
  readonly ownSupplies: string;
  terms(terms: Terms, isOne: boolean): string;
  /** Until when moving and cancelling are free, and what is kept after that. */
  freeUntil(visit: FreeChanges, until: string): string;
  freeInBrief(visit: FreeChanges, until: string): string;
  cancelled(byCompany: boolean, time: string): string;
  back(sums: CancellationSums): readonly string[];
}

const en: Wording = {
  services: {
    regular: 'Regular clean',
    'one-time': 'One-time clean',
    'spring-cleaning': 'Spring cleaning',
    'moving-in-out': 'Moving in or out',
  },
  names: (names) => new Intl.ListFormat('en-SG').format(names),
  crew: (names) => (names.length === 0 ? '' : `, with ${en.names(names)}`),
  booked: (visits) => (visits === 1 ? 'Your clean is booked.' : `Your ${visits} cleans are booked.`),
  several: (visits, day) => (visits === 1 ? `1 clean on ${day}` : `${visits} cleans from ${day}`),
  many: (visits) => (visits === 1 ? '1 visit' : `${visits} visits`),
  movedVisits: (visits) =>
    visits === 1
      ? '1 clean of your series has moved. The new time is:'
      : `${visits} cleans of your series have moved. The new times are:`,
  cancelledVisits(byCompany, visits) {
    const cleans = visits === 1 ? '1 clean' : `${visits} cleans`;
    return byCompany
      ? `We are sorry: we have had to cancel ${cleans} of your series.`
      : `${cleans} of your series ${visits === 1 ? 'is' : 'are'} cancelled.`;
  },
  paid: (cents) => (cents > 0 ? `Paid: S$${dollars(cents)}` : 'Nothing to pay.'),
  toPay: (cents, dueOn) => `Please pay S$${dollars(cents)} by ${dueOn}.`,
  charged: (when) =>
    ({
      'evening-before': 'Your saved card is charged on the evening before each visit.',
      'after-visit': 'Your saved card is charged after each visit.',
      weekly: 'Your saved card is charged every Monday for the visits of the week before.',
    })[when],
  again: (day) => (day === null ? 'We do not charge this card again.' : `We charge it again on ${day}.`),
  prepare: (supplies) => `Please have ready: ${supplies}`,
  weBring: 'We bring cloths, mop, vacuum and detergents.',
  ownSupplies: 'Please have ready: cloths, mop, vacuum and detergents.',
  terms({ freeHours, lateFeePercent }, isOne) {
    const before = isOne ? 'before the visit' : 'before each visit';
    if (lateFeePercent === 0) return `You can cancel free of charge at any time ${before}.`;
    if (freeHours === 0)
      return `You can move or cancel free of charge until ${isOne ? 'the visit' : 'each visit'} starts.`;
    const until = `up to ${freeHours} ${freeHours === 1 ? 'hour' : 'hours'} ${before}`;
    return `You can move or cancel free of charge ${until}. If you cancel later than that, we keep ${shareOf(lateFeePercent)}.`;
  },
  freeUntil({ canMove, lateFeePercent, fee, creditsForfeited }, until) {
    if (lateFeePercent === 0)
      return `${canMove ? `If something has come up, you can move it until ${until}. ` : ''}You can cancel free of charge at any time before the visit.`;
    const sums = [
      ...(fee > 0 ? [`S$${dollars(fee)}`] : []),
      ...(creditsForfeited > 0 ? [creditsForfeited === 1 ? '1 hour' : `${creditsForfeited} hours`] : []),
    ];
    const kept = sums.length === 0 ? '' : `, ${en.names(sums)}`;
    return `If something has come up, you can ${canMove ? 'move or cancel' : 'cancel'} free of charge until ${until}. If you cancel later than that, we keep ${shareOf(lateFeePercent)}${kept}.`;
  },
  freeInBrief({ canMove, lateFeePercent }, until) {
    if (lateFeePercent > 0) return `${canMove ? 'Move or cancel' : 'Cancel'} free until ${until}`;
    return canMove ? `Move it until ${until}` : 'Cancel free at any time';
  },
  cancelled: (byCompany, time) =>
    byCompany
      ? `We are sorry: we have had to cancel your clean on ${time}.`
      : `Your clean on ${time} is cancelled.`,
  back: ({ fee, feeCharged, refund, refundPending, refundByHand, creditsReturned, creditsForfeited }) =>
    [
      refundPending &&
        `Your bank is looking into this payment, so we cannot refund it yet. If it decides that the payment stands, S$${dollars(refund)} goes back to your card.`,
      refund > 0 &&
        !refundPending &&
        (refundByHand
          ? `We will give you S$${dollars(refund)} back the way you paid.`
          : `S$${dollars(refund)} goes back to your card. Banks take 5 to 10 working days.`),
      creditsReturned > 0 && `${hoursIn(creditsReturned)} back in your account.`,
      fee > 0 &&
        (feeCharged
          ? `We charge S$${dollars(fee)} to your saved card, because it was cancelled late.`
          : `We keep S$${dollars(fee)}, because it was cancelled late.`),
      creditsForfeited > 0 && `${hoursIn(creditsForfeited)} kept, because it was cancelled late.`,
    ].filter((line) => typeof line === 'string'),
};

function shareOf(percent: number): string {
  const shares: Readonly<Record<number, string>> = { 50: 'half the price', 100: 'the whole price' };
  return shares[percent] ?? `${percent}% of the price`;
}

/** `1 hour of credit is`, `2.5 hours of credit are`. */
function hoursIn(hours: Hours): string {
  return hours === 1 ? '1 hour of credit is' : `${hours} hours of credit are`;
}

const zh: Wording = {
  services: {
    regular: '定期清洁',
    'one-time': '单次清洁',
    'spring-cleaning': '大扫除',
    'moving-in-out': '搬家清洁',
  },
  names: (names) => new Intl.ListFormat('zh-Hans-SG').format(names),
  crew: (names) => (names.length === 0 ? '' : `，清洁员：${zh.names(names)}`),
  booked: (visits) => (visits === 1 ? '您的清洁服务已预约成功。' : `您的${visits}次清洁服务已预约成功。`),
  several: (visits, day) => (visits === 1 ? `${day}，1次` : `${day}起共${visits}次`),
  many: (visits) => `${visits}次`,
  movedVisits: (visits) => `您的定期清洁有${visits}次已改期。新的时间是：`,
  cancelledVisits: (byCompany, visits) =>
    byCompany ? `很抱歉，我们不得不取消您定期清洁中的${visits}次。` : `您的定期清洁有${visits}次已取消。`,
  paid: (cents) => (cents > 0 ? `已付：S$${dollars(cents)}` : '无需付款。'),
  toPay: (cents, dueOn) => `请在${dueOn}或之前付S$${dollars(cents)}。`,
  charged: (when) =>
    ({
      'evening-before': '每次服务前一天晚上，我们会从您保存的银行卡扣款。',
      'after-visit': '每次服务结束后，我们会从您保存的银行卡扣款。',
      weekly: '每周一，我们会从您保存的银行卡扣取上一周的服务费用。',
    })[when],
  again: (day) => (day === null ? '我们不会再从这张卡扣款。' : `我们会在${day}再次扣款。`),
  prepare: (supplies) => `请准备：${supplies}`,
  weBring: '抹布、拖把、吸尘器和清洁剂由我们带来。',
  ownSupplies: '请准备：抹布、拖把、吸尘器和清洁剂。',
  terms({ freeHours, lateFeePercent }, isOne) {
    const before = isOne ? '服务开始前' : '每次服务开始前';
    if (lateFeePercent === 0) return `${before}都可以免费取消。`;
    if (freeHours === 0) return `${before}都可以免费改期或取消。`;
    return `${before}${freeHours}小时以上可以免费改期或取消。之后取消，我们会收取${shareInChinese(lateFeePercent)}。`;
  },
  freeUntil({ canMove, lateFeePercent, fee, creditsForfeited }, until) {
    if (lateFeePercent === 0)
      return `${canMove ? `如果临时有事，${until}之前可以改期。` : ''}服务开始前都可以免费取消。`;
    const sums = [
      ...(fee > 0 ? [`S$${dollars(fee)}`] : []),
      ...(creditsForfeited > 0 ? [`${creditsForfeited}小时钟点`] : []),
    ];
    const kept = sums.length === 0 ? '' : `（${sums.join('和')}）`;
    return `如果临时有事，${until}之前可以免费${canMove ? '改期或取消' : '取消'}。之后取消，我们会收取${shareInChinese(lateFeePercent)}${kept}。`;
  },
  freeInBrief({ canMove, lateFeePercent }, until) {
    if (lateFeePercent > 0) return `${until}之前可以免费${canMove ? '改期或取消' : '取消'}`;
    return canMove ? `${until}之前可以改期` : '可以随时免费取消';
  },
  cancelled: (byCompany, time) =>
    byCompany ? `很抱歉，我们不得不取消您${time}的清洁服务。` : `您${time}的清洁服务已取消。`,
  back: ({ fee, feeCharged, refund, refundPending, refundByHand, creditsReturned, creditsForfeited }) =>
    [
      refundPending &&
        `银行正在核查这笔付款，暂时无法退款。如果银行认定付款有效，S$${dollars(refund)}会退回您的银行卡。`,
      refund > 0 &&
        !refundPending &&
        (refundByHand
          ? `我们会按您原来的付款方式退还S$${dollars(refund)}。`
          : `S$${dollars(refund)}会退回您的银行卡，银行需要5到10个工作日。`),
      creditsReturned > 0 && `${creditsReturned}小时钟点已退回您的账户。`,
      fee > 0 &&
        (feeCharged
          ? `因为取消得较晚，我们会从您保存的银行卡收取S$${dollars(fee)}。`
          : `因为取消得较晚，我们收取S$${dollars(fee)}。`),
      creditsForfeited > 0 && `因为取消得较晚，${creditsForfeited}小时钟点不予退还。`,
    ].filter((line) => typeof line === 'string'),
};

function shareInChinese(percent: number): string {
  const shares: Readonly<Record<number, string>> = { 50: '一半费用', 100: '全部费用' };
  return shares[percent] ?? `${percent}%的费用`;
}

export const WORDING: Readonly<Record<Language, Wording>> = { en, zh };
