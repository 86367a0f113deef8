import type { TextReply } from '../../contract.ts';

type Which = Pick<TextReply, 'kind' | 'channel' | 'language'>;

/** Where a text is changed. */
export function textAddress({ kind, channel, language }: Which): string {
  return `/admin/messages/${kind}/${channel}/${language}`;
}
