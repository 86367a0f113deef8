import { LegalPage } from './legal-page.tsx';

/** /privacy-policy: which data we store about customers, why, and who sees it. */
export function Component() {
  return <LegalPage name="privacy-policy" />;
}
