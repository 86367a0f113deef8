import type { Words } from './en.ts';

export const zh: Words = {
  photos: '打扫前后的照片',
  before: '打扫前',
  after: '打扫后',
  one: '{{kind}}，{{time}}，第 {{place}} 张，共 {{of}} 张',
  unreadable: '照片加载失败。',
};
