import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageDrawer } from '../../../contract/page-drawing.ts';
import type { PageFiles, SentFiles } from './page-template.ts';

/** What the build writes beside the bundle. */
interface PageList {
  /** By the first address of each page; `*` is the page for addresses that are none. */
  readonly files: Readonly<Record<string, PageFiles>>;
  /** The address of the picture that messengers show. */
  readonly picture: string;
}

export interface DrawerFolder {
  readonly picture: string;
  /** By the first address of a page. */
  filesOf(page: string): SentFiles;
  /** The code that draws; loaded once, when it is first asked for. */
  open(): Promise<PageDrawer>;
}

/** The bundle that the build puts beside the web app; null where there is none. */
export async function findDrawer(webFolder: string): Promise<DrawerFolder | null> {
  const folder = path.join(webFolder, '../web-server');
  const listFile = path.join(folder, 'pages.json');
  if (!existsSync(listFile)) return null;
  const list = JSON.parse(await readFile(listFile, 'utf8')) as PageList;
  let opened: Promise<PageDrawer> | undefined;
  const open = () => {
    opened ??= load(path.join(folder, 'render.js'));
    return opened;
  };
  const sheets = await readSheets(
    webFolder,
    Object.values(list.files).flatMap(({ styles }) => styles),
  );
  const filesOf = (page: string): SentFiles => {
    const files = list.files[page] ?? { scripts: [], styles: [] };
    return { ...files, css: files.styles.map((file) => sheets.get(file) ?? '').join('') };
  };
  return { picture: list.picture, filesOf, open };
}

async function load(file: string): Promise<PageDrawer> {
  const { drawer } = (await import(pathToFileURL(file).href)) as { drawer: PageDrawer };
  return drawer;
}

async function readSheets(folder: string, files: readonly string[]): Promise<Map<string, string>> {
  const read = async (file: string) => [file, await readFile(path.join(folder, file), 'utf8')] as const;
  return new Map(await Promise.all([...new Set(files)].map(read)));
}
