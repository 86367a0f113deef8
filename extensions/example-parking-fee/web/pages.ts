import { changePackages } from '#features/catalogue/packages/rules/policy.ts';
import type { ExtensionPage } from '#platform/web/office/extension-page.ts';

export const pages: readonly ExtensionPage[] = [
  {
    to: '/admin/extensions/parking-fee',
    label: 'Parking fee',
    needs: changePackages,
    load: () => import('./parking-fee-page.tsx'),
  },
];
