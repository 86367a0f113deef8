import {
  type ButtonHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useState,
} from 'react';
import styles from './button.module.css';
import type { Drawing } from './icon.tsx';
import { Icon } from './icon.tsx';
import { Anchor, type LinkProps } from './link.tsx';

export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'chosen';

interface ButtonLook {
  children: ReactNode;
  /** primary: one per screen, jade. quiet: the others. danger: destructive. chosen: a toggle that is on. */
  kind?: ButtonKind | undefined;
  size?: 'normal' | 'small' | undefined;
  /** Full column width. */
  full?: boolean | undefined;
  icon?: Drawing | undefined;
  /** The same text in the cleaner's other language, after the first. */
  zh?: string | undefined;
}

export interface ButtonProps
  extends ButtonLook,
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'disabled'> {
  /** The current activity, shown with tiles while it lasts: "Paying". Presses are ignored meanwhile. */
  busy?: string | false | undefined;
  /** Why it is disabled: "Pick a time first". Shown instead of the label; the button stays focusable. */
  disabledReason?: ReactNode;
}

function classesOf({ kind = 'primary', size = 'normal', full = false }: ButtonLook, extra?: string): string {
  return [styles.button, styles[kind], size === 'small' && styles.small, full && styles.full, extra]
    .filter(Boolean)
    .join(' ');
}

function Label({ children, icon, zh }: ButtonLook) {
  return (
    <>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
      {zh && <span lang="zh">{zh}</span>}
    </>
  );
}

/** Four tiles that appear one after another while the work lasts. */
function BusyTiles() {
  const [laid, setLaid] = useState(1);
  useEffect(() => {
    const timer = setInterval(() => setLaid((count) => (count % 4) + 1), 400);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={styles.tiles} aria-hidden="true">
      {['a', 'b', 'c', 'd'].map((tile, index) => (
        <i key={tile} data-laid={index < laid} />
      ))}
    </span>
  );
}

/** A button whose label names its result: "Keep 9:00 am". */
export function Button(props: ButtonProps) {
  const { children, kind, size, full, icon, zh, busy, disabledReason, className, onClick, ...rest } = props;
  const blocked = Boolean(busy) || Boolean(disabledReason);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };
  const look = { children, kind, size, full, icon, zh };
  const classes = classesOf(look, [className, disabledReason && styles.off].filter(Boolean).join(' '));
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      onClick={press}
      aria-disabled={blocked || undefined}
      aria-busy={busy ? true : undefined}
    >
      {busy && <BusyTiles />}
      {busy && <span role="status">{busy}</span>}
      {!busy && disabledReason && <span>{disabledReason}</span>}
      {!busy && !disabledReason && <Label {...look}>{children}</Label>}
    </button>
  );
}

/** A link styled as a button: "See times for Saturday". */
export function ButtonLink({
  children,
  kind,
  size,
  full,
  icon,
  zh,
  className,
  ...rest
}: ButtonLook & Omit<LinkProps, 'children'>) {
  const look = { children, kind, size, full, icon, zh };
  return (
    <Anchor {...rest} className={classesOf(look, className)}>
      <Label {...look}>{children}</Label>
    </Anchor>
  );
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: Drawing;
  /** For screen readers, and shown as tooltip. */
  label: string;
  /** bare: no background (back, close, chevrons). square: with a border (Map, Call in a header). */
  look?: 'bare' | 'square' | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A square of at least 44 px with only an icon: back, close and chevrons. */
export function IconButton({ icon, label, look = 'bare', className, ...rest }: IconButtonProps) {
  const classes = [styles.icon, look === 'square' && styles.square, className].filter(Boolean).join(' ');
  return (
    <button type="button" {...rest} className={classes} aria-label={label} title={label}>
      <Icon of={icon} />
    </button>
  );
}

/** The same square as a link: Map, Call. */
export function IconLink(
  props: Omit<LinkProps, 'children'> & Pick<IconButtonProps, 'icon' | 'label' | 'look'>,
) {
  const { icon, label, look = 'bare', className, ...rest } = props;
  const classes = [styles.icon, look === 'square' && styles.square, className].filter(Boolean).join(' ');
  return (
    <Anchor {...rest} className={classes} aria-label={label} title={label}>
      <Icon of={icon} />
    </Anchor>
  );
}
