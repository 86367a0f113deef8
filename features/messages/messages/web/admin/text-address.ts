import type { TextReply } from '../../contract.ts';

type Which = Pick<TextReply, 'kind' | 'channel' | 'language'>;

/** The page for editing a template. */
export function textAddress({ kind, channel, language }: Which): string {
  return `/admin/messages/${kind}/${channel}/${language}`;
}
