import * as routes from '#features/routes.ts';
import { type CallReply, lightCall } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { reviewsTexts } from '../texts.ts';
import styles from './reviews.module.css';

// Defined without the contract's schemas, to keep them out of the public bundle.
const listShownReviews = lightCall<typeof import('../../contract.ts').listShownReviews>(
  routes.listShownReviews,
);

/** /reviews */
export function Component() {
  const { t } = useText(reviewsTexts);
  return (
    <div className={`k-stack k-gap-24 ${styles.page}`}>
      <PageTitle>{t('title')}</PageTitle>
      <Reviews />
    </div>
  );
}

function Reviews() {
  const { t } = useText(reviewsTexts);
  const { data, isError, isFetching, refetch } = useCall(listShownReviews);
  if (data === undefined && isError)
    return (
      <ErrorState retryLabel={t('again')} onRetry={() => void refetch()} retrying={isFetching && t('trying')}>
        {t('error')}
      </ErrorState>
    );
  if (data === undefined) return <Skeleton words={t('loading')} />;
  if (data.items.length === 0)
    return (
      <EmptyState
        title={t('noneYet')}
        level={2}
        spot="done"
        action={<ButtonLink href="/select-service">{t('book')}</ButtonLink>}
      >
        {t('noneText')}
      </EmptyState>
    );
  return (
    <>
      <List reviews={data.items} />
      <p>
        <ButtonLink href="/select-service">{t('book')}</ButtonLink>
      </p>
    </>
  );
}

type Shown = CallReply<typeof listShownReviews>['items'];

function List({ reviews }: { readonly reviews: Shown }) {
  const { t } = useText(reviewsTexts);
  const { date } = useFormat();
  return (
    <ul className={styles.reviews}>
      {reviews.map(({ firstname, reviewStarts, review, jobType, month }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may say the same, and the public knows no ids
        <li key={index} className="k-stack k-gap-8 k-break">
          <span className={styles.stars} role="img" aria-label={t('stars', { count: reviewStarts })}>
            {'★'.repeat(reviewStarts)}
          </span>
          <blockquote className="k-quote">{review}</blockquote>
          <p className="k-muted k-small">
            {t('by', {
              name: firstname,
              job: t(`jobs.${jobType}`),
              month: date(`${month}-15T12:00:00+08:00`, 'month'),
            })}
          </p>
        </li>
      ))}
    </ul>
  );
}
