import { LegalPage } from './legal-page.tsx';

/** What holds between a customer and us, in the few sentences that it takes. */
export function Component() {
  return <LegalPage title="terms" sections={['price', 'late', 'ours']} />;
}
