import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import { namePackages, packages } from '../contract.ts';
import { getShownPackage, listPackages, PACKAGE, shownNames } from './list-packages.ts';
import { createPackage, updatePackage } from './save-package.ts';

export function routes(api: Api): void {
  handleRecord(api, packages, {
    list: listPackages,
    get: getShownPackage,
    create: createPackage,
    update: updatePackage,
    trash: PACKAGE.trash,
    untrash: PACKAGE.untrash,
  });
  handle(api, namePackages, ({ ctx, body }) => shownNames(ctx, body.ids ?? (body.id ? [body.id] : [])));
}
