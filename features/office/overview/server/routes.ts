import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { officeCounts } from '../contract.ts';
import { countForOffice } from './count-for-office.ts';

export function routes(api: Api): void {
  handle(api, officeCounts, ({ ctx }) => countForOffice(ctx));
}
