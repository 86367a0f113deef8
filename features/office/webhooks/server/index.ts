import type { Feature } from '#platform/server/feature.ts';
import { purgeDeliveries, queueDueDeliveries } from './cron-jobs.ts';
import { deliverWebhook, withholdDeliveries } from './deliver.ts';
import { publishEvent } from './publish-event.ts';
import { routes } from './routes.ts';

/** Tells other systems of events. */
export const feature: Feature = {
  name: 'webhooks',
  routes,
  onChange: { webhooks: publishEvent },
  tasks: { 'deliver-webhook': deliverWebhook },
  repeatableTasks: ['deliver-webhook'],
  onRestore: { webhooks: withholdDeliveries },
  taskGroups: { 'deliver-webhook': 'receivers' },
  cronJobs: { 'webhooks:due': queueDueDeliveries, 'webhooks:purge': purgeDeliveries },
};
