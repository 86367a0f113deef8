import { ServicePage } from './services/service-page.tsx';

/** /moving-inout-services */
export function Component() {
  return <ServicePage service="moving-in-out" />;
}
