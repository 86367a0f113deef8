import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageLanguage, PageRenderer, SharePictures } from '../../../contract/page-rendering.ts';
import type { PageFiles } from './page-template.ts';

/** Written by the build beside the bundle. */
interface PageList {
  /** By the first address of each page; `*` is the page for unknown addresses. */
  readonly files: Readonly<Record<string, PageFiles>>;
  readonly pictures: SharePictures;
  /** The files with the texts of each language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

export interface RendererBundle {
  readonly pictures: SharePictures;
  /** By the first address of a page. */
  filesOf(page: string, language: PageLanguage): PageFiles;
  /** Loads the code on first use. */
  load(): Promise<PageRenderer>;
}

/** The bundle that the build puts beside the web app; null if there is none. */
export async function findRenderer(webFolder: string): Promise<RendererBundle | null> {
  const folder = path.join(webFolder, '../web-server');
  const listFile = path.join(folder, 'pages.json');
  if (!existsSync(listFile)) return null;
  const { files, pictures, texts } = JSON.parse(await readFile(listFile, 'utf8')) as PageList;
  let loaded: Promise<PageRenderer> | undefined;
  return {
    pictures,
    filesOf(page, language) {
      const { scripts, styles } = files[page] ?? { scripts: [], styles: [] };
      return { scripts: [...scripts, ...(texts[language] ?? [])], styles };
    },
    load() {
      loaded ??= importRenderer(path.join(folder, 'render.js'));
      return loaded;
    },
  };
}

async function importRenderer(file: string): Promise<PageRenderer> {
  const { renderer } = (await import(pathToFileURL(file).href)) as { renderer: PageRenderer };
  return renderer;
}
