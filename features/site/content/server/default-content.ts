import { isKemas } from '#features/catalogue/settings/rules/brand-name.ts';
import type { BlockContent, BlockName } from '../contract/blocks.ts';
import legal from './default-legal.json' with { type: 'json' };
import { DEFAULT_QUESTIONS } from './default-questions.ts';
import words from './default-words.json' with { type: 'json' };

/**
 * The default content, before the office edits it: without facts about a particular company, and without promises
 * beyond the settings.
 */
export const DEFAULT_CONTENT: { readonly [N in BlockName]: BlockContent<N> } = {
  ...words,
  ...legal,
  'utility-nav': { phone: '', email: '', links: [] },
  'how-different': {
    title: 'How we are different',
    items: [
      {
        icon: 'tile',
        title: 'You see every hour',
        text: 'One tile is one hour. You see what it costs and where it goes before you pay.',
      },
      {
        icon: 'person',
        title: 'The same cleaner',
        text: 'The cleaner who knows your home comes back whenever possible.',
      },
      {
        icon: 'clock',
        title: 'Times that are free',
        text: 'Every time we show can be booked right now.',
      },
    ],
    zh: {
      title: '我们有什么不同',
      items: [
        { title: '每个钟点都看得见', text: '一块花砖就是一小时。付款前，费用和用处一目了然。' },
        { title: '同一位清洁员', text: '只要排得开，熟悉您家的清洁员会再来。' },
        { title: '真正有空的时段', text: '显示的每个时段，当下都可以预约。' },
      ],
    },
  },
  'before-and-after': { title: 'Before and after', pairs: [], zh: { title: '清洁前后' } },
  'easy-steps': {
    title: 'Three steps to a tidy home',
    steps: [
      {
        icon: 'home',
        title: 'Tell us about your home',
        text: 'Its size, its postal code, and what needs doing.',
      },
      {
        icon: 'calendar',
        title: 'Choose a time',
        text: 'Pick from the times that are free, with your usual cleaner first.',
      },
      {
        icon: 'broom',
        title: 'Come home to kemas',
        text: 'We tell you when we are on the way, and when it is done.',
      },
    ],
    zh: {
      title: '三步，让家整洁',
      steps: [
        { title: '说说您的家', text: '多大，邮区编号，需要做什么。' },
        { title: '选一个时间', text: '从可预约的时段里选，常来的清洁员优先。' },
        { title: '回家，就是 kemas', text: '出发和完成时，我们都会通知您。' },
      ],
    },
  },
  disclaimer: {
    title: 'Good to know',
    html: '<p>Hours are for homes in everyday condition. A home that has not been cleaned for a while may need more: add hours when you book.</p>',
    zh: {
      title: '温馨提示',
      html: '<p>钟点按日常状况的住家估算。久未打扫的家可能需要更多时间，预约时可以加钟点。</p>',
    },
  },
  'cancellation-policy': {
    title: 'Plans change. That is fine.',
    html: '<p>Move or cancel a visit yourself, under My bookings. You see what it costs before you confirm.</p>',
    zh: {
      title: '计划有变，没关系。',
      html: '<p>到“我的预约”自己改期或取消。确认之前，就看得到费用。</p>',
    },
  },
  'cleaning-equipment': {
    title: 'What we bring',
    reason:
      'Tell us when you book if we should bring supplies. Otherwise we use what you like to have at home.',
    items: [
      { icon: 'cloth', title: 'Microfibre cloths' },
      { icon: 'mop', title: 'Mop and pail' },
      { icon: 'spray', title: 'Detergents for kitchen, bathroom and glass' },
    ],
    zh: {
      title: '我们带什么',
      reason: '预约时告诉我们要不要带清洁用品，否则我们用您家里的。',
      items: [{ title: '超细纤维布' }, { title: '拖把和水桶' }, { title: '厨房、浴室和玻璃清洁剂' }],
    },
  },
  'hero-images': { images: [] },
  footer: { columns: [], copyright: '', social: [] },
  'join-us': { title: '', html: '', image: '', alt: '' },
  'contact-us': { title: '', html: '', address: '', phone: '', email: '', hours: '', mapUrl: '' },
  'pricing-plan': { plans: [] },
  questions: DEFAULT_QUESTIONS,
};

/** The texts with our own name, for a business that is called otherwise. */
const NEUTRAL: Partial<typeof DEFAULT_CONTENT> = {
  opening: {
    title: 'Come home to a tidy home.',
    text: 'Home cleaning by the hour, all over Singapore.',
    zh: { title: '回到整洁的家。', text: '按小时收费的家居清洁，服务全岛。' },
  },
  'easy-steps': {
    ...DEFAULT_CONTENT['easy-steps'],
    steps: DEFAULT_CONTENT['easy-steps'].steps.map((step) =>
      step.icon === 'broom' ? { ...step, title: 'Come home to a tidy home' } : step,
    ),
    zh: {
      ...DEFAULT_CONTENT['easy-steps'].zh,
      steps: DEFAULT_CONTENT['easy-steps'].zh?.steps?.map((step, index) =>
        index === 2 ? { ...step, title: '回到整洁的家' } : step,
      ),
    },
  },
};

/** The default content of a business. */
export function defaultContent<N extends BlockName>(block: N, businessName: string): BlockContent<N> {
  const own = isKemas(businessName) ? undefined : NEUTRAL[block];
  return own ?? DEFAULT_CONTENT[block];
}
