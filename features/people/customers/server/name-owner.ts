import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { customerFullname, findByEmail, findByMobile } from './customer-record.ts';

interface Sent {
  readonly mobile?: string | undefined;
  readonly email?: string | undefined;
}

/**
 * Adds the owner of a used number or e-mail address to the field error, for the office. Other results are
 * unchanged.
 */
export async function nameOwner<R extends object>(
  ctx: ContextOf<'admin'>,
  outcome: R,
  { mobile = '', email = '' }: Sent,
): Promise<R | Refusal<'mobile_in_use' | 'email_in_use'>> {
  if (!isRefusal(outcome)) return outcome;
  const { refusal: code } = outcome;
  if (code !== 'mobile_in_use' && code !== 'email_in_use') return outcome;
  const isMobile = code === 'mobile_in_use';
  const found = await (isMobile ? findByMobile(ctx, mobile) : findByEmail(ctx, email));
  if (found === null) return outcome;
  const name = customerFullname(found);
  const path = isMobile ? 'mobile' : 'email';
  const detail = `${name} has this ${isMobile ? 'number' : 'e-mail address'}.`;
  return refuse(code, {
    detail,
    errors: [{ path, message: detail }],
    extensions: { owner: { path, id: found.id, name } },
  });
}
