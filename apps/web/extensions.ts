import type { ExtensionPage } from '#platform/web/office/extension-page.ts';

const MODULES: Readonly<Record<string, readonly ExtensionPage[]>> =
  import.meta.env === undefined
    ? {}
    : import.meta.glob(['../../extensions/*/web/pages.ts', '!../../extensions/example-*/**'], {
        eager: true,
        import: 'pages',
      });

/**
 * The office's pages of extensions: docs/extensions.md. Vite finds their modules when it builds; a script on Node.js alone
 * finds none.
 */
export const extensionPages = Object.values(MODULES).flat();
