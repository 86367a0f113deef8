import type { Kind } from '../../rules/fields.ts';
import type { Mapping, Source } from '../../rules/sources.ts';
import type { FileTable } from './read-file.ts';

/** A file with the answers about it. */
export interface ChosenFile {
  /** Differs each time a file is chosen: the corrected file has the same name. */
  readonly id: string;
  readonly name: string;
  readonly table: FileTable;
  readonly kind: Kind;
  readonly source: Source;
  readonly mapping: Mapping;
}
