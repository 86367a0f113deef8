import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { getShownPackage, namePackages } from './get-package.ts';
import { listPackages } from './list-packages.ts';
import { createPackage, updatePackage } from './save-package.ts';
import { trashPackage, untrashPackage } from './trash-package.ts';

export function routes(api: Api): void {
  handle(api, calls.listPackages, ({ ctx, query }) => listPackages(ctx, query));
  handle(api, calls.readPackage, ({ ctx, params }) => getShownPackage(ctx, params.id));
  handle(api, calls.namePackages, ({ ctx, body }) =>
    namePackages(ctx, body.ids ?? (body.id ? [body.id] : [])),
  );
  handle(api, calls.createPackage, ({ ctx, body }) => createPackage(ctx, body));
  handle(api, calls.updatePackage, ({ ctx, params, body }) => updatePackage(ctx, params.id, body));
  handle(api, calls.trashPackage, ({ ctx, params }) => trashPackage(ctx, params.id));
  handle(api, calls.untrashPackage, ({ ctx, params }) => untrashPackage(ctx, params.id));
}
