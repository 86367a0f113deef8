import type { SiteWords } from '#features/site/content/contract/site.ts';
import { Drawing } from '#features/site/content/web/parts/drawing.tsx';
import { RichText } from '#features/site/content/web/parts/rich-text.tsx';
import { money } from '#platform/web/amounts.ts';
import styles from './prices.module.css';

/** The office's pricing plans. */
export function Plans({ plans }: { readonly plans: SiteWords['pricing-plan']['plans'] }) {
  if (plans.length === 0) return null;
  return (
    <ul className={styles.plans}>
      {plans.map((plan) => (
        <li key={plan.id + plan.title}>
          <Drawing name={plan.icon} />
          <div>
            <h3>{plan.title}</h3>
            <p>{plan.description}</p>
            <RichText html={plan.plan_desc} />
            {plan.note !== '' && <p className="k-muted k-small">{plan.note}</p>}
          </div>
          {plan.price > 0 && <b className="k-figure">{money(plan.price, { short: true })}</b>}
        </li>
      ))}
    </ul>
  );
}
