import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { addNote, listNotes, withdrawNote } from './notes.ts';

export function routes(api: Api): void {
  handle(api, calls.listNotes, ({ ctx, params, query }) => listNotes(ctx, params.id, query));
  handle(api, calls.addNote, ({ ctx, params, body }) => addNote(ctx, params.id, body.text));
  handle(api, calls.withdrawNote, ({ ctx, params }) => withdrawNote(ctx, params));
}
