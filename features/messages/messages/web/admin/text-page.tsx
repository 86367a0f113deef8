import { useParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { LoadedRecord, NoSuchRecord, RecordPage } from '#platform/web/office/record.tsx';
import { listTexts, type TextReply } from '../../contract.ts';
import { textAddress } from './text-address.ts';
import { TextForm } from './text-form.tsx';

const LIST = { title: 'Message texts', to: '/admin/messages' };
const CHANNELS = { email: 'E-mail', sms: 'Text message' } as const;
const LANGUAGES = { en: 'English', zh: '中文' } as const;

/** /admin/messages/:kind/:channel/:language: one template, its preview and its earlier versions. */
export function Component() {
  const { kind, channel, language } = useParams();
  const texts = useCall(listTexts);
  return (
    <LoadedRecord query={texts} list={LIST} title="Message text" what="this text">
      {({ items }) => {
        const ofKind = items.filter((text) => text.kind === kind);
        const text = ofKind.find((one) => one.channel === channel && one.language === language);
        return text === undefined ? (
          <NoSuchRecord list={LIST} title="Message text" />
        ) : (
          <Text key={textAddress(text)} text={text} ofKind={ofKind} />
        );
      }}
    </LoadedRecord>
  );
}

function Text({ text, ofKind }: { readonly text: TextReply; readonly ofKind: readonly TextReply[] }) {
  const tabs = ofKind.map((one) => ({
    label: `${CHANNELS[one.channel]}, ${LANGUAGES[one.language]}`,
    to: textAddress(one),
  }));
  return (
    <RecordPage list={LIST} title={text.title} subtitle={text.when} tabs={tabs}>
      <TextForm key={text.version} text={text} />
    </RecordPage>
  );
}
