import type { PageModule, Shell } from '../routes/route.ts';

/** The frames around pages, each loaded with the first page inside it. */
export const shells: Readonly<Record<Shell, () => Promise<PageModule>>> = {
  public: () => import('./public-shell.tsx'),
  checkout: () => import('./checkout-shell.tsx'),
  entry: () => import('./entry-shell.tsx'),
  customer: () => import('./customer-shell.tsx'),
  cleaner: () => import('./cleaner-shell.tsx'),
  office: () => import('./office-shell.tsx'),
};
