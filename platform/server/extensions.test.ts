import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir } from '../testing/temp-dir.ts';
import { extensionMigrations, extensionNames, loadExtensions } from './extensions.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = makeTempDir('extensions');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

test('folders with a server are loaded in their order, but examples are not', async () => {
  const folder = folderWith({
    'walks/server/index.ts': "export const feature: object = { name: 'walks' };",
    'dogs/server/index.ts': "export const feature = { name: 'dogs' };",
    'dogs/migrations/0001-dogs.sql': '',
    'example-cats/server/index.ts': "throw new Error('It was loaded.');",
    'sms/index.ts': "throw new Error('A provider is loaded by PROVIDERS.');",
  });
  expect(await loadExtensions(folder)).toEqual([{ name: 'dogs' }, { name: 'walks' }]);
  expect([...extensionMigrations(folder).keys()]).toEqual(['dogs']);
});

test('a feature has the name of its folder', async () => {
  const folder = folderWith({ 'dogs/server/index.ts': "export const feature = { name: 'cats' };" });
  await expect(loadExtensions(folder)).rejects.toThrow('has to export a feature with the name dogs');
});

test('there need be none', () => {
  expect(extensionNames('/no-such-folder')).toEqual([]);
});
