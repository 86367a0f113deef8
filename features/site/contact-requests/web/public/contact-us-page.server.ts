import { readBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import * as routes from '#features/routes.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { phrase } from '#platform/web/i18n/texts.ts';
import type { ReadReplies, ServerPage } from '#platform/web/server-page.ts';
import { PRODUCT_NAME } from '#platform/web/site-name.ts';

const readDetails = lightCall<typeof import('../../contract.ts').readContactDetails>(
  routes.readContactDetails,
);

export const serverPage: ServerPage = {
  reads: () => [{ call: readDetails, query: {} }],
  needsScripts: true,
  description: phrase(
    'Ask {business} about home cleaning in Singapore: write to us, call, or send a message from this page.',
  ),
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
