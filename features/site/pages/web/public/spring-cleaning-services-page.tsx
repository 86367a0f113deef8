import { ServicePage } from './services/service-page.tsx';

/** /spring-cleaning-services */
export function Component() {
  return <ServicePage service="spring-cleaning" />;
}
