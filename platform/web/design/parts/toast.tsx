import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useShortcut } from '../../shortcuts.ts';
import { SmallTile } from '../tiles/tile.tsx';
import { type Drawing, Icon } from './icon.tsx';
import styles from './toast.module.css';

/** How long a toast can be undone, ms (tokens.json motion.undo). */
export const UNDO_MS = 8000;

export interface ToastContent {
  /** One sentence: "Visit moved to Tue 1 Dec." */
  text: ReactNode;
  /** Undoes the action. With it the toast shows Undo and the remaining seconds, and Z does the same. */
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

interface ShownToast {
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
  if (toasts === null) throw new Error('useToast must be used inside a ToastProvider');
  return toasts;
}

export interface ToastTexts {
  undo: string;
  close: string;
  /** The region's accessible name: "Messages". */
  region: string;
}

interface ToastProviderProps {
  texts: ToastTexts;
  /** Z undoes. Only where there is a switch for shortcuts (`useShortcuts`). */
  shortcut?: boolean;
  /** On a desktop they are shown at the foot of the office's rail instead of floating above the page. */
  inRail?: boolean;
  children: ReactNode;
}

/** Mounted once around the app. */
export function ToastProvider({ texts, shortcut = false, inRail = false, children }: ToastProviderProps) {
  const region = useRef<HTMLElement>(null);
  useMeasured(region);
  const [shown, setShown] = useState<readonly ShownToast[]>([]);
  const next = useRef(1);
  const close = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), []);
  const toasts = useMemo<Toasts>(() => {
    const add = (content: ShownToast['content']) => {
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
      <div className={styles.room} />
      <section
        ref={region}
        className={[styles.region, inRail && styles.inRail].filter(Boolean).join(' ')}
        aria-label={texts.region}
        aria-live="polite"
      >
        {shown.map(({ id, content }) => {
          const props = { texts, onClose: () => close(id) };
          if ('failed' in content) return <Failure key={id} content={content} {...props} />;
          return <Toast key={id} content={content} {...props} onZ={shortcut && id === undoable} />;
        })}
      </section>
    </ToastContext>
  );
}

/** Tells the style sheets how high the toasts are (`--k-toasts`). */
function useMeasured(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--k-toasts', `${element.getBoundingClientRect().height}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--k-toasts');
    };
  }, [region]);
}

/** Counts whole seconds down to 0; does not run while paused. */
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

interface ToastProps<Content> {
  content: Content;
  texts: ToastTexts;
  onClose: () => void;
}

function Toast({ content, texts, onClose, onZ }: ToastProps<ToastContent> & { onZ: boolean }) {
  const [paused, setPaused] = useState(false);
  const expire = () => {
    onClose();
    content.onExpire?.();
  };
  const frame = useRef<HTMLDivElement>(null);
  const undo =
    content.undo &&
    (() => {
      // The focused button disappears with its toast: keep the focus on the page.
      if (frame.current?.contains(document.activeElement))
        document.getElementById('main')?.focus({ preventScroll: true });
      onClose();
      content.undo?.();
    });
  const seconds = useCountdown(UNDO_MS, paused, expire);
  useShortcut('z', onZ ? undo : undefined);
  const hold = { onMouseEnter: () => setPaused(true), onFocus: () => setPaused(true) };
  const release = { onMouseLeave: () => setPaused(false), onBlur: () => setPaused(false) };
  return (
    <div ref={frame} className={`k-row k-gap-14 ${styles.toast}`} {...hold} {...release}>
      <SmallTile state="now" />
      <span className={`k-grow ${styles.text}`}>{content.text}</span>
      {undo ? (
        <button type="button" className={styles.act} onClick={undo} aria-keyshortcuts={onZ ? 'z' : undefined}>
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
    <div className={`k-row k-gap-14 ${styles.toast} ${styles.failed}`} role="alert">
      <Icon of={content.icon ?? IconWifiOff} />
      <span className={`k-grow ${styles.text}`}>{content.text}</span>
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
