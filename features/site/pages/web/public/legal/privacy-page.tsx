import { LegalPage } from './legal-page.tsx';

/** /privacy-policy: what we know of a customer, what for, and who sees it. */
export function Component() {
  return <LegalPage name="privacy-policy" />;
}
