import { BlocksScreen } from './blocks-screen.tsx';

/** /admin/cms/contact-us */
export function Component() {
  return <BlocksScreen title="Contact us" names={['contact-us']} />;
}
