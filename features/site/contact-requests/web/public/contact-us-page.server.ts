import { readBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import * as routes from '#features/routes.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import type { ReadReplies, ServerPage } from '#platform/web/server-page.ts';
import { PRODUCT_NAME } from '#platform/web/site-name.ts';

const readDetails = lightCall<typeof import('../../contract.ts').readContactDetails>(
  routes.readContactDetails,
);

export const serverPage: ServerPage = {
  reads: () => [{ call: readDetails, query: {} }],
  needsScripts: true,
  description: {
    en: 'Ask {business} about home cleaning in Singapore: write to us, call, or send a message from this page.',
    zh: '想了解 {business} 家居清洁服务？来电、写信，或在本页留言。',
  },
  structured: (replies, _language, origin) => [businessOf(replies, origin)],
};

/** Phone and e-mail only if they are set. */
function businessOf(replies: ReadReplies, origin: string): object {
  const { phone = '', email = '' } = replies(readDetails, {}) ?? {};
  return {
    '@type': 'LocalBusiness',
    name: replies(readBusiness, {})?.name ?? PRODUCT_NAME,
    url: `${origin}/`,
    areaServed: { '@type': 'Country', name: 'Singapore' },
    ...(phone === '' ? {} : { telephone: phone }),
    ...(email === '' ? {} : { email }),
  };
}
