import type { Feature } from '#platform/server/feature.ts';
import { purgeDeliveries, queueDueDeliveries } from './cron-jobs.ts';
import { deliverWebhook } from './deliver.ts';
import { publishEvent } from './publish-event.ts';
import { routes } from './routes.ts';

/** Tells other systems of events. */
export const feature: Feature = {
  name: 'webhooks',
  routes,
  onChange: { webhooks: publishEvent },
  tasks: { 'deliver-webhook': deliverWebhook },
  taskGroups: { 'deliver-webhook': 'receivers' },
  cronJobs: { 'webhooks:due': queueDueDeliveries, 'webhooks:purge': purgeDeliveries },
};
