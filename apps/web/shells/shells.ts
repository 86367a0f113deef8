import { loadTexts } from '#platform/web/i18n/translations.ts';
import type { PageModule, Shell } from '../routes/route.ts';

/** The frames around pages, each loaded with the first page inside it. */
export const shells: Readonly<Record<Shell, () => Promise<PageModule>>> = {
  public: () => import('./public-shell.tsx'),
  checkout: () => import('./checkout-shell.tsx'),
  entry: () => import('./entry-shell.tsx'),
  customer: () => import('./customer-shell.tsx'),
  // Its pages show English and Chinese side by side; without the file of the latter, English alone.
  cleaner: async () => {
    const chinese = loadTexts('zh').catch(() => undefined);
    const { Component } = await import('./cleaner-shell.tsx');
    await chinese;
    return { Component };
  },
  office: () => import('./office-shell.tsx'),
};
