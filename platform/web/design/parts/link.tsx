import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, use } from 'react';
import styles from './link.module.css';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

const LinkContext = createContext<ComponentType<LinkProps> | null>(null);

/**
 * Injects the router's link. The app sets it once:
 * `<LinkAs component={({ href, ...rest }) => <RouterLink to={href} {...rest} />}>`. Without it links are plain.
 */
export function LinkAs({
  component,
  children,
}: {
  component: ComponentType<LinkProps>;
  children: ReactNode;
}) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** An unstyled link: the router's for internal links, a plain anchor for tel:, mailto:, # and external links. */
export function Anchor(props: LinkProps) {
  const Component = use(LinkContext);
  const inside = props.href.startsWith('/') && !props.href.startsWith('//') && props.target === undefined;
  if (Component === null || !inside || props.download !== undefined) return <a {...props} />;
  return <Component {...props} />;
}

/** A text link: jade, underlined, with a larger touch target when it is alone in a row (`roomy`). */
export function TextLink({ roomy = false, className, ...rest }: LinkProps & { roomy?: boolean }) {
  const classes = [styles.link, roomy && styles.roomy, className].filter(Boolean).join(' ');
  return <Anchor {...rest} className={classes} />;
}

export interface TextButtonProps {
  children: ReactNode;
  onClick: () => void;
  type?: 'button' | 'submit';
  /** Of a button that shows or hides a part: whether the part is shown. */
  expanded?: boolean;
}

/** Looks like a TextLink but acts in place: "Change", "Remove", "Send it again". */
export function TextButton({ children, onClick, type = 'button', expanded }: TextButtonProps) {
  return (
    <button
      type={type}
      className={`${styles.link} ${styles.roomy}`}
      aria-expanded={expanded}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
