import { BlocksScreen } from './blocks-screen.tsx';

/** /admin/cms/legal */
export function Component() {
  return (
    <BlocksScreen
      title="Legal pages"
      names={['terms-and-conditions', 'terms-of-service', 'privacy-policy']}
    />
  );
}
