import { serverPages } from './pages.ts';

/** The addresses that search engines are told of, the front page first. */
export const forSearch: readonly string[] = Object.entries(serverPages)
  .filter(([, { unlisted }]) => unlisted !== true)
  .map(([page]) => page);
