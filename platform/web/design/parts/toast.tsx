import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Ubin } from '../tiles/tile.tsx';
import { type Drawing, Icon } from './icon.tsx';
import styles from './toast.module.css';

/** How long a toast can be undone, ms (tokens.json motion.undo). */
export const UNDO_MS = 8000;

export interface ToastContent {
  /** One sentence: "Visit moved to Tue 1 Dec." */
  text: ReactNode;
  /** Takes it back. With it the toast shows Undo and its seconds, and Z does the same. */
  undo?: (() => void) | undefined;
  /** Called when it closes without an undo. */
  onExpire?: (() => void) | undefined;
}

export interface FailureContent {
  /** "Not saved. We keep trying." It stays until closed or until its action is pressed. */
  text: ReactNode;
  action?: { label: string; onPress: () => void } | undefined;
  icon?: Drawing | undefined;
}

interface Shown {
  id: number;
  content: ToastContent | (FailureContent & { failed: true });
}

export interface Toasts {
  show: (content: ToastContent) => number;
  fail: (content: FailureContent) => number;
  close: (id: number) => void;
}

const ToastContext = createContext<Toasts | null>(null);

/** Shows toasts from anywhere under the provider. */
export function useToast(): Toasts {
  const toasts = use(ToastContext);
  if (toasts === null) throw new Error('useToast needs a ToastProvider above it');
  return toasts;
}

export interface ToastTexts {
  undo: string;
  close: string;
  /** The region's name for screen readers: "Messages". */
  region: string;
}

/** Put once around the app. */
export function ToastProvider({ texts, children }: { texts: ToastTexts; children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const next = useRef(1);
  const close = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), []);
  const toasts = useMemo<Toasts>(() => {
    const add = (content: Shown['content']) => {
      const id = next.current++;
      setShown((all) => [...all.slice(-2), { id, content }]);
      return id;
    };
    return { show: add, fail: (content) => add({ ...content, failed: true }), close };
  }, [close]);
  const undoable = shown.findLast(({ content }) => 'undo' in content && content.undo !== undefined)?.id;
  return (
    <ToastContext value={toasts}>
      {children}
      <section className={styles.region} aria-label={texts.region} aria-live="polite">
        {shown.map(({ id, content }) =>
          'failed' in content ? (
            <Failure key={id} content={content} texts={texts} onClose={() => close(id)} />
          ) : (
            <Toast
              key={id}
              content={content}
              texts={texts}
              onClose={() => close(id)}
              newest={id === undoable}
            />
          ),
        )}
      </section>
    </ToastContext>
  );
}

/** Counts whole seconds down to 0; stands still while paused. */
function useCountdown(total: number, paused: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(total);
  useEffect(() => {
    if (paused || left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1000), 1000);
    return () => clearTimeout(timer);
  }, [left, paused]);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (left <= 0) end.current();
  }, [left]);
  return left / 1000;
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');

/** Calls `act` on a bare Z, unless one is typing. */
function useZ(act: (() => void) | undefined): void {
  useEffect(() => {
    if (!act) return;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!typing(event.target)) act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [act]);
}

interface ToastProps<Content> {
  content: Content;
  texts: ToastTexts;
  onClose: () => void;
}

function Toast({ content, texts, onClose, newest }: ToastProps<ToastContent> & { newest: boolean }) {
  const [paused, setPaused] = useState(false);
  const expire = () => {
    onClose();
    content.onExpire?.();
  };
  const undo =
    content.undo &&
    (() => {
      onClose();
      content.undo?.();
    });
  const seconds = useCountdown(UNDO_MS, paused, expire);
  useZ(newest ? undo : undefined);
  const hold = { onMouseEnter: () => setPaused(true), onFocus: () => setPaused(true) };
  const release = { onMouseLeave: () => setPaused(false), onBlur: () => setPaused(false) };
  return (
    <div className={styles.toast} {...hold} {...release}>
      <Ubin state="now" />
      <span className={styles.text}>{content.text}</span>
      {undo ? (
        <button type="button" className={styles.act} onClick={undo} aria-keyshortcuts="z">
          {texts.undo} <span aria-hidden="true">{seconds}</span>
        </button>
      ) : (
        <CloseButton label={texts.close} onClose={expire} />
      )}
    </div>
  );
}

function Failure({ content, texts, onClose }: ToastProps<FailureContent>) {
  const { action } = content;
  const act = () => {
    onClose();
    action?.onPress();
  };
  return (
    <div className={`${styles.toast} ${styles.failed}`} role="alert">
      <Icon of={content.icon ?? IconWifiOff} />
      <span className={styles.text}>{content.text}</span>
      {action && (
        <button type="button" className={styles.act} onClick={act}>
          {action.label}
        </button>
      )}
      <CloseButton label={texts.close} onClose={onClose} />
    </div>
  );
}

function CloseButton({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button type="button" className={styles.close} onClick={onClose} aria-label={label}>
      <Icon of={IconX} size={20} />
    </button>
  );
}
