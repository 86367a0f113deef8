import type { BlockContent } from '../contract/blocks.ts';
import type { PAGE_WORDS } from '../contract/page-words.ts';
import { DEFAULT_LEGAL } from './default-legal.ts';

/** What the pages say of themselves before the office has changed a word of it. */
export const DEFAULT_WORDS: { readonly [N in keyof typeof PAGE_WORDS]: BlockContent<N> } = {
  opening: {
    title: 'Come home to kemas.',
    text: 'Kemas is Malay for tidy. Home cleaning by the hour, all over Singapore.',
    zh: {
      title: '回家，就是 kemas。',
      text: 'Kemas 是马来语，意思是整洁。按小时收费的家居清洁，服务全岛。',
    },
  },
  headings: {
    cleans: 'Our four cleans',
    testimonials: 'What customers say',
    plans: 'Where most people start',
    scope: 'What we do, room by room',
    options: 'Your choices',
    prices: 'Prices by size of home',
    zh: {
      cleans: '四种清洁服务',
      testimonials: '顾客怎么说',
      plans: '多数人这样开始',
      scope: '每个房间做什么',
      options: '您可以选择',
      prices: '按住家大小的价格',
    },
  },
  'where-hours-go': {
    title: 'Where your hours go',
    text: 'One tile is one hour. You see every one before you pay.',
    rooms: [
      {
        icon: 'kitchen',
        title: 'Kitchen',
        text: 'Hob, hood and sink. Counters cleared, wiped and put back.',
      },
      {
        icon: 'bathroom',
        title: 'Bathrooms',
        text: 'Wall tiles, glass, toilet bowl, floor trap. Fresh towels hung.',
      },
      {
        icon: 'bedroom',
        title: 'Bedrooms',
        text: 'Dust from the top down, beds made, vacuum under the sofa.',
      },
      {
        icon: 'floors',
        title: 'Floors, last look',
        text: 'Every floor mopped, window grilles wiped, rubbish taken out.',
      },
    ],
    zh: {
      title: '每个钟点用在哪里',
      text: '一块花砖就是一小时。付款前，每一块都看得见。',
      rooms: [
        { title: '厨房', text: '炉灶、油烟机、水槽。台面清空、擦净、放回原位。' },
        { title: '浴室', text: '墙砖、玻璃、马桶、地漏。换上干净毛巾。' },
        { title: '卧室', text: '从上到下除尘，铺床，沙发下吸尘。' },
        { title: '地板与收尾', text: '全屋拖地，擦净窗花，倒垃圾。' },
      ],
    },
  },
  'about-regular': {
    short: 'Weekly or fortnightly, same cleaner.',
    text: 'The same cleaner, every week or every other week, at the time you choose. For a home that stays tidy.',
    zh: {
      short: '每周或隔周，同一位清洁员。',
      text: '每周或隔周，您选的时间，同一位清洁员。让家一直保持整洁。',
    },
  },
  'about-one-time': {
    short: 'Just once. Before guests, after a party.',
    text: 'One visit, when you need it: before guests, after a party, at the end of a long month.',
    zh: {
      short: '只需一次。客人来之前，聚会之后。',
      text: '需要时来一次：客人来之前，聚会之后，忙了一个月之后。',
    },
  },
  'about-spring-cleaning': {
    short: 'Two cleaners, top to bottom.',
    text: 'A team goes where a regular visit does not: behind, above and inside. Before the festive season, or for any fresh start.',
    zh: {
      short: '两位清洁员，从上到下。',
      text: '一组人清洁平时顾不到的地方：背后、高处和里面。过年过节之前，或想焕然一新的时候。',
    },
  },
  'about-moving-in-out': {
    short: 'An empty home, ready for keys.',
    text: 'An empty home, from top to bottom. Before the boxes come in, or before the keys go back.',
    zh: {
      short: '空屋清洁，随时可以交屋。',
      text: '空屋清洁，从上到下。箱子搬进来之前，或交还钥匙之前。',
    },
  },
  'hour-packs': {
    title: 'Buy hours, pay less for each',
    text: 'Price per hour, all in. Hours last {months} months and can be sent as a gift.',
    zh: {
      title: '多买钟点，每小时更省',
      text: '每小时价格，全包价。钟点有效期 {months} 个月，也可以送人。',
    },
  },
  'services-page': {
    title: 'Four cleans, for every kind of day',
    text: 'What we do in each room, how long it takes, and what it costs. You see the full price before you pay.',
    zh: {
      title: '四种清洁服务，总有一种适合您',
      text: '每个房间做什么、要多久、多少钱，这里都写清楚。付款前就看到全价。',
    },
  },
  'every-clean': {
    title: 'In every clean',
    text: 'Four places in every home. The times are for a 4-room flat in everyday condition.',
    zh: {
      title: '每次清洁都包括',
      text: '每个家都有的四个地方。时间按日常状况的四房式组屋估算。',
    },
  },
  'not-included': {
    title: 'What is not part of it',
    items: [
      { text: 'The outside of windows, and anything out of reach of a two-step ladder' },
      { text: 'Moving heavy furniture and appliances' },
      { text: 'Washing walls and ceilings' },
      { text: 'Pests, mould treatment and building waste' },
    ],
    zh: {
      title: '不包括什么',
      items: [
        { text: '窗户外侧，以及两级梯够不到的地方' },
        { text: '搬动沉重的家具和电器' },
        { text: '清洗墙面和天花板' },
        { text: '除虫、除霉处理和建筑废料' },
      ],
    },
  },
  'select-service': {
    text: 'Not sure? Most 4-room flats start with one visit of four hours.',
    zh: { text: '拿不定主意？四房式组屋一般先试一次四小时的清洁。' },
  },
  closing: {
    title: 'A time that suits you is two taps away.',
    text: 'Every time that we show is free at that moment, and the price stands beside it.',
    zh: {
      title: '合适的时间，点两下就选好。',
      text: '显示的每个时间当下都有空，价格就写在旁边。',
    },
  },
  ...DEFAULT_LEGAL,
};
