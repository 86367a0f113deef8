import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { endImport } from './end-import.ts';
import { findImported } from './find-imported.ts';
import { importCleaners, importCustomers } from './import-people.ts';
import { listImportReport, listImports } from './list-imports.ts';
import { startImport } from './start-import.ts';
import { undoImport } from './undo-import.ts';

export function routes(api: Api): void {
  handle(api, calls.listImports, ({ ctx }) => listImports(ctx));
  handle(api, calls.listImportReport, ({ ctx, params }) => listImportReport(ctx, params.id));
  handle(api, calls.findImported, ({ ctx, body }) => findImported(ctx, body));
  handle(api, calls.startImport, ({ ctx, body }) => startImport(ctx, body));
  handle(api, calls.importCustomers, ({ ctx, params, body }) => importCustomers(ctx, params.id, body.people));
  handle(api, calls.importCleaners, ({ ctx, params, body }) => importCleaners(ctx, params.id, body.people));
  handle(api, calls.endImport, ({ ctx, params, body }) => endImport(ctx, params.id, body.cancelled));
  handle(api, calls.undoImport, ({ ctx, params }) => undoImport(ctx, params.id));
}
