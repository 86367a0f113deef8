import { LegalPage } from './legal-page.tsx';

/** /terms-of-service: the terms for using the site. */
export function Component() {
  return <LegalPage name="terms-of-service" />;
}
