import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';

/** Apart from the site's other texts: the front page does not carry these. */
export const useLegalText = registerCatalogue('legal', {
  en: {
    terms: 'Terms',
    price: 'What you pay',
    priceText:
      'Before you pay you see the hours, the full price and the terms of that booking. They do not change afterwards.',
    late: 'When your plans change',
    lateText:
      'Up to {{hours}} before a visit you can cancel it, or move it once, for free. If you cancel later, we keep {{share}}.',
    lateShare: { half: 'half of its price', some: '{{percent}}% of its price', all: 'its whole price' },
    lateNever: 'You can cancel a visit, or move it once, for free until it starts.',
    lateFree: 'You can cancel a visit for free until it starts, and move it once up to {{hours}} before.',
    ours: 'When we cancel',
    oursText: 'You get all of your money back.',
    privacy: 'Privacy',
    kept: 'What we keep',
    keptText:
      'Your name, mobile number, e-mail address and home address, your bookings and what you paid for them.',
    use: 'What it is for',
    useText: 'To plan your visits, carry them out and bill them. We text and e-mail you about your bookings.',
    seen: 'Who sees it',
    seenText:
      'Our office sees your bookings. The cleaners who come to you see your address and number from seven days before a visit until two days after it.',
    card: 'Your card',
    cardText:
      'Your card number goes straight to our payment provider and never reaches us. We keep the last four digits and the expiry date of a card that you save.',
  },
  zh: {
    terms: '条款',
    price: '费用',
    priceText: '付款前，您会看到钟点数、全包价，以及这次预约的条款。之后不会更改。',
    late: '计划有变',
    lateText: '清洁开始前 {{hours}}或更早，可以免费取消，也可以免费改期一次。之后取消，{{share}}。',
    lateShare: { half: '收费用的一半', some: '收费用的 {{percent}}%', all: '收全部费用' },
    lateNever: '清洁开始前，可以免费取消，也可以免费改期一次。',
    lateFree: '清洁开始前，可以免费取消；{{hours}}前还可以免费改期一次。',
    ours: '由我们取消',
    oursText: '费用全额退还。',
    privacy: '隐私',
    kept: '我们保存什么',
    keptText: '您的姓名、手机号码、电邮和住址，您的预约，以及您为此付了多少。',
    use: '用来做什么',
    useText: '用来安排预约、上门清洁和收取费用。我们会就您的预约发短信和电邮给您。',
    seen: '谁看得到',
    seenText: '办公室看得到您的预约。上门的清洁员从清洁前七天到清洁后两天，看得到您的住址和电话。',
    card: '您的银行卡',
    cardText: '卡号直接交给付款服务商，不经过我们。您若保存银行卡，我们只保留末四位数和到期日。',
  },
});
