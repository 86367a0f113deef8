import type { FastifyRequest } from 'fastify';
import { OFFERED } from '#languages/index.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../contract/page-rendering.ts';

/** Set by platform/web/i18n/language.ts. */
const COOKIE = 'kemas-language';
/** Request headers that decide the language of a page. */
export const LANGUAGE_VARIES = 'Cookie, Accept-Language';

function known(value: unknown): PageLanguage | undefined {
  return PAGE_LANGUAGES.find((language) => language === value);
}

/**
 * The language in the address, otherwise the chosen one (cookie), otherwise the browser's first that we support,
 * otherwise English.
 */
export function pageLanguage(request: FastifyRequest): PageLanguage {
  const named = known((request.query as Readonly<Record<string, unknown>>).lang);
  return named ?? browserLanguage(request) ?? 'en';
}

/** The chosen language (cookie), otherwise the browser's; undefined for a client that names none. */
export function browserLanguage({ cookies, headers }: FastifyRequest): PageLanguage | undefined {
  return known(cookies[COOKIE]) ?? acceptedLanguage(headers['accept-language']);
}

/** `zh-SG,zh;q=0.9,en;q=0.8` → zh. RFC 9110, section 12.5.4. */
export function acceptedLanguage(header = ''): PageLanguage | undefined {
  const wanted = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const weight = Number(/^\s*q=([\d.]+)/.exec(parameters[0] ?? '')?.[1] ?? 1);
    const language = known(tag.split('-')[0]);
    return { language: language && OFFERED.includes(language) ? language : undefined, weight };
  });
  const spoken = wanted.filter(({ language, weight }) => language !== undefined && weight > 0);
  return spoken.toSorted((a, b) => b.weight - a.weight)[0]?.language;
}
