import { loadOfficeText } from '#platform/web/i18n/load-office.ts';
import type { Area } from './route.ts';

/** The office's texts come before the code of its pages, whose tables of words are constants. */
export async function loadOffice(): Promise<Area> {
  await loadOfficeText();
  return (await import('./office-routes.ts')).office;
}
