import type { Words } from './en.ts';

export const zh: Words = {
  photos: '清洁前后的照片',
  before: '清洁前',
  after: '清洁后',
  one: '{{kind}}，{{time}}，第 {{place}} 张，共 {{of}} 张',
  unreadable: '无法载入这张照片。',
};
