/**
 * Common requests of customers, in both languages, so that a cleaner reads them in hers. They are stored as the first
 * lines of a visit's special requests, each with both texts; free text follows. Never change a stored phrase: a line that
 * is no longer known is shown as free text.
 */
export const WISHES = [
  { id: 'shoes', en: 'Please take off your shoes at the door.', zh: '请在门口脱鞋。' },
  { id: 'doorbell', en: 'Please do not ring the doorbell, knock softly.', zh: '请不要按门铃，轻轻敲门。' },
  {
    id: 'quiet',
    en: 'Someone is asleep or works at home: please be quiet.',
    zh: '家里有人睡觉或工作，请小声。',
  },
  { id: 'kitchen-first', en: 'Please start with the kitchen.', zh: '请先打扫厨房。' },
  { id: 'bathrooms-first', en: 'Please start with the bathrooms.', zh: '请先打扫浴室。' },
  {
    id: 'separate-cloths',
    en: 'Please use separate cloths for kitchen and bathroom.',
    zh: '厨房和浴室请用不同的抹布。',
  },
  { id: 'no-bleach', en: 'Please do not use bleach.', zh: '请不要用漂白剂。' },
  { id: 'own-detergents', en: 'Please use only our detergents.', zh: '请只用我们的清洁剂。' },
  {
    id: 'fragrance',
    en: 'Allergy: please use nothing with fragrance.',
    zh: '家人过敏，请不要用有香味的产品。',
  },
  {
    id: 'marble',
    en: 'The floor is marble: water only, no acid.',
    zh: '地板是大理石，只能用清水，不能用酸性清洁剂。',
  },
  { id: 'parquet', en: 'The floor is wood: please wring the mop well.', zh: '地板是木地板，拖把请拧干。' },
  { id: 'fridge', en: 'Please wipe the inside of the fridge.', zh: '请擦冰箱里面。' },
  { id: 'oven', en: 'Please clean the inside of the oven.', zh: '请清洁烤箱里面。' },
  { id: 'fans', en: 'Please wipe the ceiling fans.', zh: '请擦吊扇。' },
  { id: 'windows', en: 'Please wipe the windows from inside.', zh: '请从里面擦窗户。' },
  {
    id: 'sheets',
    en: 'Please change the bed sheets; clean ones are on the bed.',
    zh: '请换床单，干净的放在床上。',
  },
  { id: 'laundry', en: 'Please hang the laundry from the machine.', zh: '请把洗衣机里的衣服晾起来。' },
  { id: 'desk', en: 'Please do not move anything on the desk.', zh: '书桌上的东西请不要动。' },
  { id: 'altar', en: 'Please do not touch the altar.', zh: '请不要碰神台。' },
  { id: 'one-room', en: 'Please leave the room with the closed door.', zh: '关着门的房间不用打扫。' },
  { id: 'rubbish', en: 'Please take the rubbish down when you leave.', zh: '离开时请把垃圾带下去。' },
  {
    id: 'keys',
    en: 'Please lock the door and leave the key with the guard.',
    zh: '离开时请锁门，钥匙交给保安。',
  },
] as const;

/** As in the contract: what a cleaner can read at the door. */
export const MAX_REQUESTS = 1000;
/** The free text needs room beside them. */
export const MAX_WISHES = 6;

export type WishID = (typeof WISHES)[number]['id'];

/** Requests as a customer edits them: tapped phrases, and free text in whichever language. */
export interface Requests {
  readonly wishes: readonly WishID[];
  readonly text: string;
}

function lineOf({ en, zh }: (typeof WISHES)[number]): string {
  return `${en} ${zh}`;
}

/** The special requests of a visit, with each phrase in both languages. */
export function joinRequests({ wishes, text }: Requests): string {
  const lines = WISHES.filter(({ id }) => wishes.includes(id)).map(lineOf);
  return (text === '' ? lines : [...lines, text]).join('\n');
}

/** The reverse: known phrases at the beginning, and the rest. */
export function splitRequests(stored: string): Requests {
  const lines = stored.split('\n');
  const wishes: WishID[] = [];
  for (const line of lines) {
    const wish = WISHES.find((one) => lineOf(one) === line);
    if (wish === undefined) break;
    wishes.push(wish.id);
  }
  return { wishes, text: lines.slice(wishes.length).join('\n') };
}

/** Adds phrases, in this order, as far as they fit: beside what is ticked already, and beside the free text. */
export function addWishes({ wishes, text }: Requests, added: readonly WishID[]): Requests {
  const sum = [...wishes];
  for (const id of added) {
    const fits = joinRequests({ wishes: [...sum, id], text }).length <= MAX_REQUESTS;
    if (fits && sum.length < MAX_WISHES && !sum.includes(id)) sum.push(id);
  }
  return { wishes: sum, text };
}
