import { Example } from '../example.tsx';
import styles from '../gallery.module.css';

/** The classes of layout.css. They need no component: a screen writes them on its own elements. */
export function LayoutSection() {
  return (
    <>
      <Example
        name="k-stack"
        use="One column. k-gap-12 is the space between its items, k-left keeps their width."
      >
        <div className={`k-panel k-stack k-gap-12 ${styles.column}`}>
          <Item>First</Item>
          <Item>Second</Item>
        </div>
        <div className={`k-panel k-stack k-left k-gap-4 ${styles.column}`}>
          <Item>First</Item>
          <Item>Second</Item>
        </div>
      </Example>
      <Example
        name="k-row"
        use="One line, items centred. k-wrap lets them wrap, k-between moves the last to the end, k-baseline, k-top, k-bottom and k-stretch align them; k-gap-x-16 is the space beside them. k-inline is a row inside a line of text."
      >
        <div className={`k-row k-wrap k-between k-gap-8 k-gap-x-16 ${styles.wide}`}>
          <Item>Wed 2 Dec, 9:00 am</Item>
          <Item>S$123.00</Item>
        </div>
        <div className={`k-row k-gap-12 ${styles.column}`}>
          <span className="k-fixed">
            <Item>k-fixed</Item>
          </span>
          <span className="k-grow k-truncate">
            k-grow takes the rest; k-truncate cuts what is too long for the line
          </span>
        </div>
      </Example>
      <Example
        name="k-ruled"
        use="A list with lines between its items; k-line-above and k-line-below close it."
      >
        <ul className={`k-ruled k-line-above k-line-below ${styles.column}`}>
          <li>Wed 2 Dec</li>
          <li>Wed 9 Dec</li>
        </ul>
      </Example>
      <Example name="k-columns" use="The content and, on a desktop, a column beside it.">
        <div className={`k-columns ${styles.wide}`}>
          <div className="k-panel">
            <Item>Content</Item>
          </div>
          <div className="k-panel">
            <Item>Column</Item>
          </div>
        </div>
      </Example>
      <Example name="k-pair" use="Short fields beside each other where they fit.">
        <div className={`k-pair ${styles.column}`}>
          <Item>Unit</Item>
          <Item>Building</Item>
        </div>
      </Example>
      <Example
        name="k-muted"
        use="Text: k-muted, k-small, k-strong, k-bad, k-quote; k-typed keeps line breaks, k-break breaks long words, k-nowrap none."
      >
        <div className={`k-stack k-gap-8 ${styles.column}`}>
          <p className="k-muted">k-muted</p>
          <p className="k-muted k-small">k-muted k-small</p>
          <p className="k-strong">k-strong</p>
          <p className="k-bad k-strong">k-bad k-strong</p>
          <blockquote className="k-quote">k-quote</blockquote>
        </div>
      </Example>
    </>
  );
}

function Item({ children }: { readonly children: string }) {
  return <span className={styles.item}>{children}</span>;
}
