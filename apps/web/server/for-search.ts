import { serverPages } from './pages.ts';

/** The addresses in the sitemap, the home page first. */
export const forSearch: readonly string[] = Object.entries(serverPages)
  .filter(([, { unlisted }]) => unlisted !== true)
  .map(([page]) => page);
