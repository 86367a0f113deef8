import { LegalPage } from './legal-page.tsx';

/** /terms-and-conditions: what holds between a customer and us. */
export function Component() {
  return <LegalPage name="terms-and-conditions" />;
}
