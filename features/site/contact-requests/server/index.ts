import type { Feature } from '#platform/server/feature.ts';
import { REQUEST_REPLY } from '../rules/mails.ts';
import { REQUEST } from './request-record.ts';
import { routes } from './routes.ts';

/** Contact requests: what people write to the business, and what the office answers. */
export const feature: Feature = {
  name: 'contact-requests',
  routes,
  messageKinds: { [REQUEST_REPLY.kind]: REQUEST_REPLY },
  sweeps: { 'contact-requests:purge': REQUEST.purge },
};
