import type { BlockContent, BlockName } from '#features/site/content/contract/blocks.ts';

type Blocks = { readonly [N in BlockName]?: BlockContent<N> };

/** The texts of the demo business's site. Its address and numbers are valid in form and belong to nobody. */
export const siteBlocks: Blocks = {
  'utility-nav': {
    phone: '6000 0000',
    email: 'hello@kemas.example',
    links: [{ label: 'Questions', href: '/services#questions' }],
    zh: { links: [{ label: '常见问题' }] },
  },
  'hero-images': {
    images: [
      {
        url: '/drawings/hero-morning.svg',
        alt: 'Morning light through louvres on a tiled floor, with a mop, a bucket and a plant',
        heading: 'Home, and it is done',
        text: 'You go out in the morning. When you come back, the floor shines.',
      },
      {
        url: '/drawings/hero-afternoon.svg',
        alt: 'A clear table with folded cloths and a spray bottle, and a tidy shelf',
        heading: 'The hours are yours',
        text: 'Four hours less to scrub every week. Spend them as you like.',
      },
    ],
    zh: {
      images: [
        {
          alt: '晨光透过百叶窗照在花砖地上，旁边有拖把、水桶和一盆植物',
          heading: '回到家，都打扫好了',
          text: '早上出门，回来时地板已经亮晶晶。',
        },
        {
          alt: '干净的桌上放着叠好的抹布和喷雾瓶，架子整整齐齐',
          heading: '时间留给自己',
          text: '每周少做四小时家务，想怎么过就怎么过。',
        },
      ],
    },
  },
  'before-and-after': {
    title: 'Before and after',
    pairs: [
      {
        before: '/drawings/before-kitchen.svg',
        beforeAlt: 'A greasy hood, stained tiles and a full sink',
        after: '/drawings/after-kitchen.svg',
        afterAlt: 'A clear counter and shining tiles',
        caption: 'A kitchen in Tiong Bahru, one visit of four hours',
        focus: { x: 50, y: 50 },
      },
      {
        before: '/drawings/before-bathroom.svg',
        beforeAlt: 'Grey tiles, a dull mirror and a stained bathtub',
        after: '/drawings/after-bathroom.svg',
        afterAlt: 'White tiles, a clear mirror and a fresh towel',
        caption: 'A bathroom in Punggol, spring clean',
      },
      {
        before: '/drawings/before-living-room.svg',
        beforeAlt: 'A sofa in a mess, a dusty window and a dirty floor',
        after: '/drawings/after-living-room.svg',
        afterAlt: 'A tidy sofa, a clear window and a swept floor',
        caption: 'A living room in Bedok, the day after a party',
      },
    ],
    zh: {
      title: '清洁前后',
      pairs: [
        {
          beforeAlt: '油腻的油烟机、污渍斑斑的瓷砖、堆满的水槽',
          afterAlt: '台面清空，瓷砖发亮',
          caption: '中峇鲁的厨房，四小时清洁一次',
        },
        {
          beforeAlt: '发灰的瓷砖、模糊的镜子、有污渍的浴缸',
          afterAlt: '瓷砖洁白，镜子明亮，换上干净毛巾',
          caption: '榜鹅的浴室，大扫除',
        },
        {
          beforeAlt: '凌乱的沙发、蒙尘的窗户、肮脏的地板',
          afterAlt: '沙发整齐，窗户明净，地板干净',
          caption: '勿洛的客厅，聚会第二天',
        },
      ],
    },
  },
  disclaimer: {
    title: 'Good to know',
    html: '<p>Hours are for homes in everyday condition. We clean windows from the inside, reach as high as a two-step ladder, and leave heavy furniture where it stands. Show us first what is valuable or fragile.</p>',
    zh: {
      title: '温馨提示',
      html: '<p>钟点按日常状况的住家估算。窗户从室内清洁，高处以两级梯为限，不搬动沉重的家具。贵重和易碎的物品，请先告诉我们。</p>',
    },
  },
  'cancellation-policy': {
    title: 'Plans change. That is fine.',
    html: '<p>Move or cancel a visit yourself, under My bookings. You see what it costs before you confirm, and money goes back to the card it came from.</p>',
    zh: {
      title: '计划有变，没关系。',
      html: '<p>到“我的预约”自己改期或取消。确认之前就看得到费用，退款回到原来的卡。</p>',
    },
  },
  'cleaning-equipment': {
    title: 'What we bring',
    reason:
      'Spring and moving cleans come with everything. For other visits we use what you like to have at home, or bring our own if you say so when you book.',
    items: [
      { icon: 'cloth', title: 'Microfibre cloths, a fresh set for every home' },
      { icon: 'mop', title: 'Mop and pail' },
      { icon: 'vacuum', title: 'Vacuum cleaner' },
      { icon: 'spray', title: 'Detergents for kitchen, bathroom and glass' },
      { icon: 'leaf', title: 'Mild products around children and pets' },
      { icon: 'bucket', title: 'Gloves, brushes and bin bags' },
    ],
    zh: {
      title: '我们带什么',
      reason: '大扫除和搬家清洁，用品全由我们带来。其他清洁用您家里的，预约时说一声，也可以由我们带。',
      items: [
        { title: '超细纤维布，每家换新一套' },
        { title: '拖把和水桶' },
        { title: '吸尘机' },
        { title: '厨房、浴室和玻璃清洁剂' },
        { title: '家有小孩和宠物，用温和的产品' },
        { title: '手套、刷子和垃圾袋' },
      ],
    },
  },
  footer: {
    columns: [
      {
        title: 'Cleaning',
        links: [
          { label: 'Our services', href: '/services' },
          { label: 'Spring cleaning', href: '/spring-cleaning-services' },
          { label: 'Moving in or out', href: '/moving-inout-services' },
          { label: 'Buy hours', href: '/regular-purchase-credit-package' },
          { label: 'Book a clean', href: '/select-service' },
        ],
      },
      {
        title: 'Company',
        links: [
          { label: 'What customers say', href: '/reviews' },
          { label: 'Clean with us', href: '/join-us' },
          { label: 'Contact us', href: '/contact-us' },
        ],
      },
      {
        title: 'Terms',
        links: [
          { label: 'Terms and conditions', href: '/terms-and-conditions' },
          { label: 'Terms of service', href: '/terms-of-service' },
          { label: 'Privacy', href: '/privacy-policy' },
        ],
      },
    ],
    copyright: '© {company}',
    social: [],
    zh: {
      columns: [
        {
          title: '清洁服务',
          links: [
            { label: '服务项目' },
            { label: '大扫除' },
            { label: '搬家清洁' },
            { label: '购买钟点' },
            { label: '预约清洁' },
          ],
        },
        { title: '公司', links: [{ label: '顾客评价' }, { label: '加入我们' }, { label: '联系我们' }] },
        { title: '条款', links: [{ label: '条款与条件' }, { label: '服务条款' }, { label: '隐私' }] },
      ],
      copyright: '© {company}',
    },
  },
  'contact-us': {
    title: 'Contact us',
    html: '<p>Ask us anything about our cleans, your booking or your home. A real person reads it and answers, usually the same day.</p>',
    address: '10 Example Street #03-21\nSingapore 209999',
    phone: '6000 0000',
    email: 'hello@kemas.example',
    hours: 'Monday to Saturday, 8 am to 8 pm',
    mapUrl: '',
    zh: {
      title: '联系我们',
      html: '<p>关于清洁服务、您的预约或住家，都可以问我们。每封都有人看、有人回，通常当天就回复。</p>',
      address: '10 Example Street #03-21\nSingapore 209999',
      hours: '星期一至星期六，上午8时至晚上8时',
    },
  },
  'join-us': {
    title: 'Clean with us',
    html: '<p>We clean homes all over Singapore, in weekly hours that you choose with us. If you do it well and like doing it, we would love to hear from you.</p>',
    image: '',
    alt: '',
    zh: {
      title: '加入我们',
      html: '<p>我们在全新加坡上门打扫，每周的工作时间和您一起商定。如果您打扫得好，也喜欢这份工作，欢迎联系我们。</p>',
    },
  },
  'pricing-plan': {
    plans: [
      {
        id: 'weekly',
        title: 'Every week',
        description: 'Three hours for a 3-room flat, with the same cleaner.',
        note: 'Fortnightly costs the same per visit.',
        icon: 'calendar',
        price: 8100,
        plan_desc: '',
      },
      {
        id: 'once',
        title: 'Just once',
        description: 'Three hours before guests come, or after they have gone.',
        note: '',
        icon: 'broom',
        price: 9000,
        plan_desc: '',
      },
      {
        id: 'year',
        title: 'A year of hours',
        description:
          '48 hours for regular and one-time visits, or towards a spring or moving clean. What you do not need, you can send as a gift.',
        note: '',
        icon: 'gift',
        price: 115_200,
        plan_desc: '',
      },
    ],
    zh: {
      plans: [
        {
          title: '每周一次',
          description: '三房式组屋三小时，同一位清洁员。',
          note: '隔周一次，每次价格相同。',
        },
        { title: '单次清洁', description: '客人来之前，或聚会之后，三小时。' },
        { title: '一年的钟点', description: '48 小时，定期和单次清洁都可以用。用不完，可以送人。' },
      ],
    },
  },
};
