import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { FieldInput } from '#platform/web/forms/use-form.ts';
import { isSafeLink } from '../../rules/addresses.ts';
import styles from './form.module.css';
import { textOf } from './form-values.ts';

interface RichEditorProps {
  readonly label: string;
  readonly aside?: ReactNode;
  readonly lang: string;
  readonly input: FieldInput;
}

/** The markup that the server keeps (server/sanitise.ts). Everything else is removed on pasting. */
const FORMATS = StarterKit.configure({
  heading: { levels: [2, 3, 4] },
  code: false,
  codeBlock: false,
  link: {
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: (address) => isSafeLink(address),
    HTMLAttributes: { rel: null, target: null },
  },
});

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Event handlers never run when pasted markup is parsed; renaming them also avoids CSP reports about them. */
function withoutHandlers(html: string): string {
  return html.replace(/<[^>]*>/g, (tag) => tag.replace(/([\s"'/])on\w+\s*=/gi, '$1data-was='));
}

/** A rich text editor with headings, lists and links. Its value is empty if there is no text. */
export default function RichEditor(props: RichEditorProps) {
  const { label, aside, lang, input } = props;
  const { value, error, changed } = input;
  const id = useId();
  // The editor keeps the callbacks it was created with.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const editor = useEditor({
    extensions: [FORMATS],
    content: textOf(value),
    injectNonce: nonce(),
    editorProps: {
      transformPastedHTML: withoutHandlers,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        lang,
        'aria-describedby': `${id}-message`,
      },
    },
    onUpdate: ({ editor: written }) =>
      latest.current.input.onChange(written.isEmpty ? '' : written.getHTML()),
    onBlur: () => latest.current.input.onBlur(),
  });
  return (
    <div className={styles.rich}>
      <p className={`k-row k-stretch k-wrap k-between ${styles.label}`}>
        {label}
        {aside}
      </p>
      <RichTextEditor
        // The two packages import the editor's types from different but identical files.
        editor={editor as never}
        className={styles.editor ?? ''}
        data-changed={changed || undefined}
        data-error={error ? true : undefined}
      >
        <Tools />
        <RichTextEditor.Content />
      </RichTextEditor>
      <p id={`${id}-message`} className={`k-bad k-strong ${styles.error}`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

function Tools() {
  return (
    <RichTextEditor.Toolbar>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}
