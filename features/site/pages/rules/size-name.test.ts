import { expect, it } from 'vitest';
import { sizeName } from './size-name.ts';

it.each([
  ['HDB 4-room', '四房式组屋'],
  ['HDB 2-room', '二房式组屋'],
  ['Condo 3-bedroom', '三卧室公寓'],
  ['Landed', '有地住宅'],
  ['Walk-up in Tiong Bahru', 'Walk-up in Tiong Bahru'],
  ['', ''],
])('%s is %s in Chinese, and unchanged in English', (category, chinese) => {
  expect(sizeName(category, 'zh')).toBe(chinese);
  expect(sizeName(category, 'en')).toBe(category);
});
