import { servicePage } from './services/service-page.server.ts';

export const serverPage = servicePage('spring-cleaning');
