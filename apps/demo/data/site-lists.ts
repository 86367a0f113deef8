import type { ItemKind, ItemOf } from '#features/site/content/contract/items.ts';

type Written<K extends ItemKind> = Partial<
  Omit<ItemOf<K>, 'id' | 'position' | 'trash' | 'createdAt' | 'updatedAt'>
>;

/** The lists on the demo business's site: testimonials, tasks per room, add-ons. */
export const siteLists: { readonly [K in ItemKind]: readonly Written<K>[] } = {
  testimonials: [
    {
      clientname: 'Rachel Tan, Toa Payoh',
      content:
        '<p>She knows which drawer the good knives live in. I have stopped tidying before she comes.</p>',
      zh: { content: '<p>她知道好刀放在哪个抽屉。现在她来之前，我不再先收拾了。</p>' },
    },
    {
      clientname: 'Priya Nair, Punggol',
      content: '<p>Two small children and a dog. On Thursdays the floor is a floor again.</p>',
      zh: { content: '<p>两个小孩，一只狗。每到星期四，地板又像地板了。</p>' },
    },
    {
      clientname: 'Lim Boon Keng, Bishan',
      content:
        '<p>I booked from the bus at 8, and the price was the price. My mother thought I had done the kitchen myself.</p>',
      zh: { content: '<p>早上 8 点在巴士上预约，价钱说多少就是多少。妈妈还以为厨房是我自己清的。</p>' },
    },
    {
      clientname: 'Nurul Huda, Tampines',
      content:
        '<p>We handed over our flat with the agent standing there. She ran a finger along the top of the door and smiled.</p>',
      zh: { content: '<p>交屋时，经纪就站在旁边。她用手指抹了抹门框上缘，笑了。</p>' },
    },
  ],
  'scope-of-work': [
    {
      name: 'Kitchen',
      icon: 'kitchen',
      estimated_time: 'About 1 hour',
      content:
        '<ul><li>Hob, hood and splashback degreased</li><li>Counters cleared, wiped and put back</li><li>Sink and tap scrubbed, bin emptied</li></ul>',
      zh: {
        name: '厨房',
        estimated_time: '约 1 小时',
        content:
          '<ul><li>炉灶、油烟机和墙面去油</li><li>台面清空、擦净、放回原位</li><li>刷洗水槽和水龙头，倒垃圾</li></ul>',
      },
    },
    {
      name: 'Bathrooms',
      icon: 'bathroom',
      estimated_time: 'About 45 minutes each',
      content:
        '<ul><li>Toilet bowl, basin and shower scrubbed</li><li>Wall tiles, glass and mirror wiped dry</li><li>Floor and floor trap cleaned</li></ul>',
      zh: {
        name: '浴室',
        estimated_time: '每间约 45 分钟',
        content:
          '<ul><li>刷洗马桶、洗手盆和淋浴间</li><li>墙砖、玻璃和镜子擦干</li><li>清洁地面和地漏</li></ul>',
      },
    },
    {
      name: 'Bedrooms and living room',
      icon: 'bedroom',
      estimated_time: 'About 30 minutes each',
      content:
        '<ul><li>Dusted from the top down, fans included</li><li>Switches, handles and doors wiped</li><li>Vacuumed under beds and sofa, as far as we can reach</li></ul>',
      zh: {
        name: '卧室和客厅',
        estimated_time: '每间约 30 分钟',
        content:
          '<ul><li>从上到下除尘，包括风扇</li><li>擦拭开关、把手和门</li><li>床下和沙发下吸尘，够得到的地方都吸</li></ul>',
      },
    },
    {
      name: 'Floors, last look',
      icon: 'floors',
      estimated_time: 'About 45 minutes',
      content:
        '<ul><li>Every floor vacuumed and mopped</li><li>Window grilles wiped</li><li>Rubbish taken out</li></ul>',
      zh: {
        name: '地板与收尾',
        estimated_time: '约 45 分钟',
        content: '<ul><li>全屋吸尘、拖地</li><li>擦净窗花</li><li>倒垃圾</li></ul>',
      },
    },
    {
      name: 'Your home’s own list',
      icon: 'chat',
      estimated_time: '',
      service: 'regular',
      content:
        '<p>Beds made, towels changed, the plants on Thursdays: your cleaner gets to know how you like it.</p>',
      zh: { name: '您家的习惯', content: '<p>铺床、换毛巾、星期四浇花：清洁员会记得您喜欢怎样。</p>' },
    },
    {
      name: 'Where it matters most',
      icon: 'broom',
      estimated_time: '',
      service: 'one-time',
      content: '<p>Tell us what comes first. If the hours run short, the rest can wait.</p>',
      zh: { name: '先做最要紧的', content: '<p>告诉我们先做哪里。时间不够时，最要紧的已经做好。</p>' },
    },
    {
      name: 'Inside cupboards, fridge and oven',
      icon: 'fridge',
      estimated_time: 'About 2 hours',
      service: 'spring-cleaning',
      content:
        '<ul><li>Emptied cupboards and drawers wiped inside</li><li>Fridge shelves taken out and washed</li><li>Oven and microwave degreased</li></ul>',
      zh: {
        name: '橱柜、冰箱和烤炉内部',
        estimated_time: '约 2 小时',
        content:
          '<ul><li>腾空的橱柜和抽屉，内部擦净</li><li>取出冰箱层板清洗</li><li>烤炉和微波炉去油</li></ul>',
      },
    },
    {
      name: 'Windows, fans and lights',
      icon: 'window',
      estimated_time: 'About 1 hour',
      service: 'spring-cleaning',
      content:
        '<ul><li>Windows from the inside, tracks and grilles</li><li>Fan blades and light covers washed</li><li>Skirting and the tops of doors wiped</li></ul>',
      zh: {
        name: '窗户、风扇和灯具',
        estimated_time: '约 1 小时',
        content: '<ul><li>窗户内侧、窗轨和窗花</li><li>清洗扇叶和灯罩</li><li>擦拭踢脚线和门框上缘</li></ul>',
      },
    },
    {
      name: 'Every cupboard and drawer',
      icon: 'cabinet',
      estimated_time: 'About 2 hours',
      service: 'moving-in-out',
      content:
        '<ul><li>Wardrobes, kitchen cabinets and drawers wiped inside and out</li><li>Shelf liners and tape marks removed</li></ul>',
      zh: {
        name: '每个橱柜和抽屉',
        estimated_time: '约 2 小时',
        content: '<ul><li>衣橱、橱柜和抽屉里外擦净</li><li>清除垫纸和胶带印</li></ul>',
      },
    },
    {
      name: 'Ready for the keys',
      icon: 'key',
      estimated_time: 'About 1 hour',
      service: 'moving-in-out',
      content:
        '<ul><li>Windows from the inside, tracks and grilles</li><li>Aircon covers, switches and doors</li><li>Balcony, service yard and letterbox</li></ul>',
      zh: {
        name: '随时可以交屋',
        estimated_time: '约 1 小时',
        content:
          '<ul><li>窗户内侧、窗轨和窗花</li><li>冷气机外壳、开关和门</li><li>阳台、晾衣区和信箱</li></ul>',
      },
    },
  ],
  'service-options': [
    {
      name_r1: 'We bring the supplies',
      name_r2: 'For homes without a mop',
      icon: 'bucket',
      description:
        '<p>We bring cloths, mop, vacuum and detergents. Tick it when you book; the price is for one visit.</p>',
      price: 1500,
      service: 'one-time',
      zh: {
        name_r1: '用品由我们带',
        name_r2: '家里没有拖把也行',
        description: '<p>抹布、拖把、吸尘机和清洁剂都由我们带来。预约时勾选就行，价格按每次计算。</p>',
      },
    },
    {
      name_r1: 'Every week or every other week',
      name_r2: 'The same time, the same cleaner',
      icon: 'calendar',
      description: '<p>Book the whole series at once, and move or skip single visits when you need to.</p>',
      service: 'regular',
      zh: {
        name_r1: '每周或隔周一次',
        name_r2: '同样的时间，同一位清洁员',
        description: '<p>整个系列一次约好，需要时再单独改期或跳过。</p>',
      },
    },
    {
      name_r1: 'Four hands at once',
      name_r2: 'Two cleaners, half the day',
      icon: 'person',
      description: '<p>A spring clean comes as a team, so that it is over before dinner.</p>',
      service: 'spring-cleaning',
      zh: {
        name_r1: '四只手一起做',
        name_r2: '两位清洁员，半天完成',
        description: '<p>大扫除由一组人一起做，晚饭前就完成。</p>',
      },
    },
    {
      name_r1: 'In, out, or both',
      name_r2: 'The old home and the new one',
      icon: 'home',
      description:
        '<p>Book one clean for the home you leave and one for the home you move into, each priced by its size.</p>',
      service: 'moving-in-out',
      zh: {
        name_r1: '搬入、搬出，或两者都要',
        name_r2: '旧家和新家',
        description: '<p>旧家预约一次，新家预约一次，各按大小计价。</p>',
      },
    },
  ],
};
