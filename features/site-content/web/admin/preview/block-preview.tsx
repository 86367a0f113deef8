import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { BlockName } from '../../../contract/blocks.ts';
import { inLanguage } from '../../../rules/in-language.ts';
import { RICH } from '../../../rules/rich.ts';
import { type ContentForm, wrongIn } from '../form/use-content-form.ts';
import { BLOCK_SPECS } from '../model/block-specs.ts';
import { callsOf } from '../model/calls-of.ts';
import { toContent } from '../model/paired.ts';
import { PreviewPane } from './preview-pane.tsx';

interface BlockPreviewProps {
  readonly name: BlockName;
  readonly form: ContentForm;
}

/** The page with what stands in the form; while something in it cannot be sent, with what stood there before. */
export function BlockPreview({ name, form }: BlockPreviewProps) {
  const { page, fields } = BLOCK_SPECS[name];
  const content = toContent(fields, useWatch({ control: form.control }));
  const last = useRef<object | null>(null);
  const isValid = wrongIn(callsOf(name).content, content).length === 0;
  if (isValid) last.current = content;
  const shown = last.current;
  return (
    <PreviewPane
      page={page}
      name={name}
      isBehind={!isValid}
      heading={typeof content.title === 'string' ? content.title : ''}
      rich={RICH}
      patch={(language) => (shown === null ? {} : { [name]: inLanguage(shown, language) })}
    />
  );
}
