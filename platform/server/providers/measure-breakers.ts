import { Gauge, type Registry } from 'prom-client';
import type { Breaker } from './breaker.ts';

const METRIC = 'kemas_provider_breaker_open';

/** Adds the state of the providers' circuit breakers to the metrics. */
export function measureBreakers(registry: Registry, breakers: readonly Breaker[]): void {
  new Gauge({
    name: METRIC,
    help: '1 while requests to a provider are held back because it did not respond, by provider.',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      for (const { provider, isOpen } of breakers) this.set({ provider }, isOpen ? 1 : 0);
    },
  });
}

/** The providers whose breaker is open, according to the text of `/metrics`. */
export function openBreakersIn(metrics: string): string[] {
  const line = new RegExp(`^${METRIC}\\{provider="([^"]*)"\\} 1$`, 'gm');
  return [...metrics.matchAll(line)].map(([, provider = '']) => provider);
}
