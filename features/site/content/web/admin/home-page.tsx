import { type BlockNames, BlocksScreen } from './blocks-screen.tsx';

/** In the order in which they appear on the site. */
const NAMES: BlockNames = [
  'utility-nav',
  'opening',
  'hero-images',
  'where-hours-go',
  'easy-steps',
  'before-and-after',
  'hour-packs',
  'how-different',
  'cleaning-equipment',
  'cancellation-policy',
  'disclaimer',
  'headings',
  'footer',
];

/** /admin/cms/home-page */
export function Component() {
  return <BlocksScreen title="Home page" names={NAMES} />;
}
