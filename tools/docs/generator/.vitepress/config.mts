import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../links.ts';

interface Section {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

const menu: Section[] = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../pages/menu.json'), 'utf8'),
);
const base = process.env.DOCS_BASE ?? '/';

export default defineConfig({
  title: 'Kemas',
  description: 'The open-source system that runs a home-cleaning company',
  lang: 'en-SG',
  base,
  srcDir: 'pages',
  outDir: '../../../dist/docs',
  head: [['link', { rel: 'icon', href: `${base}favicon.svg` }]],
  markdown: { anchor: { slugify: anchorOf } },
  themeConfig: {
    logo: '/favicon.svg',
    nav: menu.map(({ text, items }) => ({ text, link: items[0]?.link ?? '/' })),
    sidebar: menu.map(({ text, items }) => ({ text, items: [...items], collapsed: true })),
    outline: 'deep',
    search: { provider: 'local' },
  },
});
