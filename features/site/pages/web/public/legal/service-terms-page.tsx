import { LegalPage } from './legal-page.tsx';

/** /terms-of-service: what holds for who uses the site. */
export function Component() {
  return <LegalPage name="terms-of-service" />;
}
