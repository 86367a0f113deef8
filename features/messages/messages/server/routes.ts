import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { receiveGatewayReport, receiveTwilioReport } from './delivery-reports.ts';
import { chooseLanguage } from './languages.ts';
import { dropMessage, listMessages, resendMessage } from './list-messages.ts';
import { serveShortLinks } from './short-links.ts';
import { listTexts, listVersions, saveText } from './texts.ts';
import { changeSubscription, readSubscription } from './unsubscribe.ts';
import { previewText } from './write.ts';

export function routes(api: Api): void {
  serveShortLinks(api);
  handle(api, calls.listMessages, ({ ctx, query }) => listMessages(ctx, query));
  handle(api, calls.resend, ({ ctx, params }) => resendMessage(ctx, params.id));
  handle(api, calls.drop, ({ ctx, params }) => dropMessage(ctx, params.id));
  handle(api, calls.receiveTwilioReport, ({ ctx, query: { message: messageID }, raw }) =>
    receiveTwilioReport(ctx, messageID, raw),
  );
  handle(api, calls.receiveGatewayReport, ({ ctx, query: { message: messageID }, raw }) =>
    receiveGatewayReport(ctx, messageID, raw),
  );
  handle(api, calls.listTexts, ({ ctx }) => listTexts(ctx));
  handle(api, calls.updateText, ({ ctx, params, body: { version, ...text } }) =>
    saveText(ctx, params, { text, version }),
  );
  handle(api, calls.resetText, ({ ctx, params, body }) =>
    saveText(ctx, params, { text: null, version: body.version }),
  );
  handle(api, calls.listTextVersions, ({ ctx, params, query }) => listVersions(ctx, params, query));
  handle(api, calls.previewText, ({ ctx, params, body }) => previewText(ctx, params, body));
  handle(api, calls.chooseMessageLanguage, ({ ctx, body }) => chooseLanguage(ctx, body.language));
  handle(api, calls.readSubscription, ({ ctx, body }) => readSubscription(ctx, body.token));
  handle(api, calls.changeSubscription, ({ ctx, body }) => changeSubscription(ctx, body.token, body.wanted));
  handle(api, calls.unsubscribeOneClick, ({ ctx, params }) => changeSubscription(ctx, params.token, false));
}
