import type { ComponentType } from 'react';
import type { Action } from '#platform/kernel/policy.ts';

/** A page that an extension adds to the office: docs/extensions.md. */
export interface ExtensionPage {
  /** With the name of the extension. */
  readonly to: `/admin/extensions/${string}`;
  /** In the menu, and as the title. */
  readonly label: string;
  /** Only for those who have this permission; default everyone in the office. */
  readonly needs?: Action;
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
}
