import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { readTerms } from './business.ts';
import { listLanguages } from './list-languages.ts';
import { listSettings } from './list-settings.ts';
import { serveLook } from './look.ts';
import { updateSettings } from './update-settings.ts';

export function routes(api: Api): void {
  handle(api, calls.listSettings, ({ ctx }) => listSettings(ctx));
  handle(api, calls.listLanguages, () => listLanguages());
  handle(api, calls.updateSettings, ({ ctx, body }) => updateSettings(ctx, body));
  handle(api, calls.readBusiness, ({ ctx }) => readTerms(ctx));
  serveLook(api);
}
