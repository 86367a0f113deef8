export { connectForArchive } from './archived-tables.ts';
export { describeArchive } from './describe-archive.ts';
export { type ArchiveProgress, exportArchive } from './export-archive.ts';
export { importArchive } from './import-archive.ts';
