import { LegalPage } from './legal-page.tsx';

/** What we know of a customer, what for, and who sees it. */
export function Component() {
  return <LegalPage title="privacy" sections={['kept', 'use', 'seen', 'card']} />;
}
