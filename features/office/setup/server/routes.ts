import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { createFirstCleaners, createStartingPackages } from './create-first-records.ts';
import { examineProviders, testProvider } from './providers.ts';
import { confirmStep, dismissSetup, readSetup } from './read-setup.ts';
import { bookTestVisit, removeTestVisit } from './test-visit.ts';

export function routes(api: Api): void {
  handle(api, calls.readSetup, ({ ctx }) => readSetup(ctx));
  handle(api, calls.confirmStep, ({ ctx, body }) => confirmStep(ctx, body.step));
  handle(api, calls.dismissSetup, ({ ctx, body }) => dismissSetup(ctx, body.isDismissed));
  handle(api, calls.createStartingPackages, ({ ctx, body }) => createStartingPackages(ctx, body));
  handle(api, calls.createFirstCleaners, ({ ctx, body }) => createFirstCleaners(ctx, body));
  handle(api, calls.bookTestVisit, ({ ctx }) => bookTestVisit(ctx));
  handle(api, calls.removeTestVisit, ({ ctx }) => removeTestVisit(ctx));
  handle(api, calls.examineProviders, ({ ctx }) => examineProviders(ctx));
  handle(api, calls.testProvider, ({ ctx, body }) => testProvider(ctx, body));
}
