import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer, SharePictures } from '../../../contract/page-rendering.ts';
import type { PageFiles } from './page-template.ts';

/** Written by the build beside the bundle. */
interface PageList {
  /** By the first address of each page; `*` is the page for unknown addresses. */
  readonly files: Readonly<Record<string, PageFiles>>;
  readonly pictures: SharePictures;
}

export interface RendererBundle {
  readonly pictures: SharePictures;
  /** By the first address of a page. */
  filesOf(page: string): PageFiles;
  /** Loads the code on first use. */
  load(): Promise<PageRenderer>;
}

/** The bundle that the build puts beside the web app; null if there is none. */
export async function findRenderer(webFolder: string): Promise<RendererBundle | null> {
  const folder = path.join(webFolder, '../web-server');
  const listFile = path.join(folder, 'pages.json');
  if (!existsSync(listFile)) return null;
  const { files, pictures } = JSON.parse(await readFile(listFile, 'utf8')) as PageList;
  let loaded: Promise<PageRenderer> | undefined;
  return {
    pictures,
    filesOf: (page) => files[page] ?? { scripts: [], styles: [] },
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
