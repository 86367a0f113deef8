import { LegalPage } from './legal-page.tsx';

/** /terms-and-conditions: the terms between a customer and the business. */
export function Component() {
  return <LegalPage name="terms-and-conditions" />;
}
