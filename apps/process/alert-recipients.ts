import { readContact } from '#features/catalogue/settings/server/index.ts';
import type { AlertChannel } from '#platform/server/alerts/alerts.ts';
import { mailChannel, webhookChannel } from '#platform/server/alerts/channels.ts';
import type { Services } from '#platform/server/context.ts';
import { originOf } from '#platform/server/origin.ts';
import { contextFor } from '#platform/server/tasks.ts';

/** How this installation tells somebody of an alert: by e-mail, and by webhook if one is configured. */
export function alertChannels(services: Services): AlertChannel[] {
  const { ALERT_EMAIL: configured, ALERT_WEBHOOK_URL: url } = services.config;
  const address = originOf(services.config);
  const recipients = async () => {
    if (configured.length > 0) return configured;
    const { email } = await readContact(contextFor(services, 'alert'));
    return email === '' ? [] : [email];
  };
  const mail = mailChannel({ mail: services.providers.mail, recipients, address });
  return url === undefined ? [mail] : [mail, webhookChannel(url, address)];
}
