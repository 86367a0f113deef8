import { BlocksScreen } from './blocks-screen.tsx';

/** /admin/cms/join-as-cleaner */
export function Component() {
  return <BlocksScreen title="Join as a cleaner" names={['join-us']} />;
}
