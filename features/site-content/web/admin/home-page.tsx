import { type BlockNames, BlocksScreen } from './blocks-screen.tsx';

/** In the order in which a visitor meets them. */
const NAMES: BlockNames = [
  'utility-nav',
  'hero-images',
  'how-different',
  'easy-steps',
  'before-and-after',
  'cleaning-equipment',
  'cancellation-policy',
  'disclaimer',
  'questions',
  'footer',
];

/** /admin/cms/home-page */
export function Component() {
  return <BlocksScreen title="Home page" names={NAMES} />;
}
