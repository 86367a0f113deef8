import { type ChangeEvent, useState } from 'react';
import { z } from 'zod';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { session } from '#platform/web/session/session.ts';
import {
  listCreditMovements,
  listCredits,
  listLots,
  listReceivedCredits,
  receiveCredit,
} from '../../../contract.ts';
import { CODE_LENGTH, groupGiftCode, readGiftCode } from '../../../rules/gift-code.ts';
import { columnsFor } from '../../parts/columns.ts';
import shared from '../../parts/credits.module.css';
import { useCreditsSentence } from '../../parts/sentence.ts';
import { useCreditsText } from '../../parts/text.ts';
import { useLastDay } from '../../parts/use-lots.ts';
import styles from './gift.module.css';

type Claimed = CallReply<typeof receiveCredit>['gift'];

/** Claims a gift by the code from the e-mail. `code`: the code in the link. */
export function ReceiveGift({ code }: { code: string }) {
  const [claimed, setClaimed] = useState<Claimed | null>(null);
  if (claimed !== null) return <ClaimedNow gift={claimed} onMore={() => setClaimed(null)} />;
  return <CodeForm code={code} onClaimed={setClaimed} />;
}

/** Groups the code while typing at its end; in the middle, the caret must not move. */
function groupedAt(event: ChangeEvent<HTMLInputElement>, before: string): string {
  const { value, selectionStart } = event.target;
  const isAtEnd = selectionStart === null || selectionStart === value.length;
  return isAtEnd && value.length > before.length ? groupGiftCode(value) : value.toUpperCase();
}

interface CodeFormProps {
  readonly code: string;
  readonly onClaimed: (gift: Claimed) => void;
}

function CodeForm({ code: given, onClaimed }: CodeFormProps) {
  const { t } = useCreditsText();
  const sentenceOf = useCreditsSentence();
  const act = useAct(receiveCredit, {
    refresh: [listCredits, listLots, listCreditMovements, listReceivedCredits],
  });
  const form = useForm({
    initial: { code: groupGiftCode(given) },
    schema: z.object({
      code: z.string().refine((typed) => readGiftCode(typed).length === CODE_LENGTH, {
        error: t('gift.codeShort', { count: CODE_LENGTH }),
      }),
    }),
    send: async ({ code }) => {
      const { gift, creditsLeft } = await act.mutateAsync({ body: { code } });
      session.updateCredit({ creditsLeft });
      onClaimed(gift);
    },
  });
  const field = form.text('code');
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <div className={styles.code}>
        <TextField
          label={t('gift.code')}
          hint={t('gift.codeHint')}
          code
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX"
          maxLength={40}
          {...field}
          onChange={(event) => form.set({ code: groupedAt(event, form.values.code) })}
          onBlur={() => {
            form.set({ code: groupGiftCode(form.values.code) });
            field.onBlur();
          }}
        />
      </div>
      <SubmitProblem problem={form.problem} sentenceOf={sentenceOf} />
      <Button full type="submit" busy={form.sending && t('gift.claiming')}>
        {t('gift.claim')}
      </Button>
    </form>
  );
}

function ClaimedNow({ gift, onMore }: { gift: Claimed; onMore: () => void }) {
  const { t } = useCreditsText();
  const { hours } = useFormat();
  const lastDay = useLastDay();
  const columns = columnsFor(gift.hours);
  return (
    <div className={styles.form} role="status">
      <div className={`${shared.wall} ${shared.laid}`} style={vars({ '--across': columns })}>
        <TileWall service="regular" laid={gift.hours} columns={columns} />
      </div>
      <h2 className={styles.big}>
        {t('gift.claimedTitle', { hours: hours(gift.hours), name: gift.sender.fullname })}
      </h2>
      {gift.message !== '' && <blockquote className={styles.words}>{gift.message}</blockquote>}
      <p>
        {gift.hoursExpireAt === null
          ? t('gift.claimedText')
          : t('gift.claimedUntil', { day: lastDay(gift.hoursExpireAt) })}
      </p>
      <ButtonLink full href="/one-time/new">
        {t('gift.claimedBook')}
      </ButtonLink>
      <p>
        <TextButton onClick={onMore}>{t('gift.claimMore')}</TextButton>
      </p>
    </div>
  );
}
