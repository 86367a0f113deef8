import { BlocksScreen } from './blocks-screen.tsx';

/** /admin/cms/pricing-popup */
export function Component() {
  return <BlocksScreen title="Pricing pop-up" names={['pricing-plan']} />;
}
