import type { CommonCode } from '../contract/errors.ts';
import { ApiError, type OFFLINE } from './api/api-error.ts';
import type { Language } from './i18n/language.ts';

/** Chinese sentences by refusal code. The reply contains the English one. */
export type RefusalsZh = Readonly<Record<string, string>>;

const UNEXPECTED = {
  en: 'Something went wrong on our side. Try again in a moment.',
  zh: '我们这边出了问题。请稍后再试。',
} as const;

/** Refusals common to all routes. */
const COMMON: RefusalsZh = {
  offline: '无法连接。请检查网络，再试一次。',
  malformed: '这个请求无法读取。请重新载入页面，再试一次。',
  unauthenticated: '您已登出。请登录后再试一次。',
  forbidden: '您的账户没有这个权限。请用有权限的账户登录。',
  xsrf: '页面已过期。请重新载入，再试一次。',
  not_found: '找不到。请检查链接，再试一次。',
  idempotency_mismatch: '请重新载入页面，再试一次。',
  in_progress: '还在处理中。请稍后再试。',
  too_large: '内容太大了。请减少一些，再试一次。',
  wrong_media_type: '这个请求无法读取。请重新载入页面，再试一次。',
  invalid: '请检查填写的内容，再试一次。',
  changed_since: '其他人刚刚更改了这里，您的更改还没有保存。请重新载入页面，再试一次。',
  throttled: '尝试次数太多。请稍后再试。',
  internal: '我们这边出了问题，没有更改任何内容。请稍后再试。',
  unavailable: '现在有点忙，没有更改任何内容。请过几秒再试。',
} satisfies Readonly<Record<CommonCode | typeof OFFLINE, string>>;

/**
 * The sentence for an error in the language of the page: in English the server's, in Chinese by its code, from the
 * feature's own table or the common one. A code that is in neither keeps the server's sentence.
 */
export function refusalSentence(problem: unknown, language: Language, own: RefusalsZh = {}): string {
  if (!(problem instanceof ApiError)) return UNEXPECTED[language];
  const said = problem.errors[0]?.message ?? problem.detail;
  if (language === 'en') return said;
  const known = [own, COMMON].find((table) => Object.hasOwn(table, problem.code))?.[problem.code];
  return known ?? (problem.status >= 500 ? UNEXPECTED.zh : said);
}
