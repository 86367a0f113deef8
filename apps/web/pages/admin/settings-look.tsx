import { useEffect, useMemo, useRef, useState } from 'react';
import { brandName, isKemas } from '#features/catalogue/settings/rules/brand-name.ts';
import {
  appNames,
  colourVariables,
  fontFaces,
  lookCss,
  type PageLookFacts,
  sharedVariables,
  variablesOf,
} from '#features/catalogue/settings/rules/look.ts';
import { markSvg } from '#features/catalogue/settings/rules/mark.ts';
import type { Settings } from '#features/catalogue/settings/rules/settings.ts';
import { SettingsPage } from '#features/catalogue/settings/web/admin/settings-page.tsx';
import { TEXTS } from '#features/messages/messages/texts/default-texts.ts';
import { EXAMPLES } from '#features/messages/messages/texts/examples.ts';
import { writeMessage } from '#features/messages/messages/texts/write-message.ts';
import { type ColourScheme, paletteOf } from '#platform/kernel/palette.ts';
import { ENGLISH } from '#platform/kernel/translate.ts';
import { Brand } from '#platform/web/design/parts/brand.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { LOOK_FRAME, type LookMessage } from '../../look-frame.ts';
import styles from './settings-look.module.css';

/** /admin/settings/look: the company's own logo, colour and typefaces, with what they change beside them. */
export function Component() {
  return (
    <SettingsPage
      title={t('Look')}
      left={['look', 'logos', 'papers']}
      beside={(values) => <LookPreview values={values} />}
    >
      <p>
        {tNodes(
          'The name and the legal name are under {{business}}, the heading and first sentence of the home page under {{content}}.',
          {
            business: <TextLink href="/admin/settings/business">{t('Business and GST')}</TextLink>,
            content: <TextLink href="/admin/cms/home-page">{t('Site content')}</TextLink>,
          },
        )}
      </p>
    </SettingsPage>
  );
}

const VIEWS = [
  { value: '/', label: t('Home page') },
  { value: '/one-time/new', label: t('Booking') },
  { value: 'mail', label: t('E-mail') },
  { value: 'receipt', label: t('Receipt') },
  { value: 'office', label: t('Office') },
  { value: 'app', label: t('Cleaners’ app') },
] as const;
type View = (typeof VIEWS)[number]['value'];

const SCHEMES = [
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
] as const;

/** What the unsaved values look like. */
function LookPreview({ values }: { readonly values: Settings }) {
  const [view, setView] = useState<View>('/');
  const [scheme, setScheme] = useState<ColourScheme>('light');
  const look = useLookFacts(values);
  useFaces(look);
  const isPage = view === '/' || view === '/one-time/new';
  return (
    <Panel title={t('Preview')}>
      <div className="k-stack k-gap-12">
        <Segments label={t('Preview of')} hideLabel options={VIEWS} value={view} onChange={setView} />
        {view !== 'mail' && view !== 'receipt' && (
          <Segments label={t('Colours')} hideLabel options={SCHEMES} value={scheme} onChange={setScheme} />
        )}
        {isPage && <PageFrame key={view} address={view} message={{ css: lookCss(look), scheme }} />}
        {view === 'mail' && <MailView look={look} values={values} />}
        {view === 'receipt' && <ReceiptView look={look} values={values} />}
        {view === 'office' && <OfficeView look={look} scheme={scheme} />}
        {view === 'app' && <AppView look={look} scheme={scheme} />}
      </div>
    </Panel>
  );
}

/** The look with the shapes of its logos, which are read from the pictures themselves. */
function useLookFacts(values: Settings): PageLookFacts {
  const logoRatio = useRatio(values.logo);
  const logoDarkRatio = useRatio(values.logoDark);
  return useMemo(() => ({ ...values, logoRatio, logoDarkRatio }), [values, logoRatio, logoDarkRatio]);
}

function useRatio(url: string): number {
  const [ratio, setRatio] = useState(1);
  useEffect(() => {
    if (url === '') return;
    const picture = new Image();
    picture.onload = () => setRatio(picture.naturalWidth / Math.max(1, picture.naturalHeight));
    picture.src = url;
    return () => {
      picture.onload = null;
    };
  }, [url]);
  return ratio;
}

/** The chosen typefaces, for the views that are part of this page. */
function useFaces(look: PageLookFacts): void {
  const css = fontFaces(look);
  useEffect(() => {
    if (css === '') return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [css]);
}

/** px inside the frame, before scaling. */
const PAGE = { width: 390, height: 720 };

/** A page of the site, which is told of every change. */
function PageFrame({ address, message }: { readonly address: string; readonly message: LookMessage }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const { css, scheme } = message;
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && origin === window.location.origin && data === LOOK_FRAME)
        setReady(true);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage({ css, scheme }, window.location.origin);
  }, [isReady, css, scheme]);
  return (
    <iframe
      ref={frame}
      name={LOOK_FRAME}
      title={t('Preview of the page')}
      src={`${address}?preview=look`}
      className={styles.frame}
      style={PAGE}
    />
  );
}

interface ViewProps {
  readonly look: PageLookFacts;
}

/** The confirmation of a visit, as it is sent. */
function MailView({ look, values }: ViewProps & { readonly values: Settings }) {
  const logo = values.logoOnMails ? look.logo : '';
  const { html = '' } = writeMessage(
    {
      kind: 'visit-booked',
      channel: 'email',
      text: TEXTS['visit-booked'].email ?? { subject: '', body: '' },
    },
    EXAMPLES['visit-booked'],
    {
      ...ENGLISH,
      zone: 'Asia/Singapore',
      business: values.businessName,
      phone: values.businessPhone,
      email: values.businessEmail,
      site: window.location.origin,
      look: {
        colour: look.brandColour,
        logo: logo === '' ? '' : window.location.origin + logo,
        logoRatio: look.logoRatio,
      },
    },
  );
  // The policy of this page allows no style elements; they hold only the dark scheme.
  const page = html.replace(/<style>.*?<\/style>/s, '');
  return (
    <iframe
      title={t('Preview of an e-mail')}
      sandbox=""
      srcDoc={page}
      className={styles.frame}
      style={PAGE}
    />
  );
}

/** Receipts are in English. */
const RECEIPT = { taxInvoice: 'Tax Invoice', receipt: 'Receipt', total: 'Total paid', money: 'S$123.00' };

/** The head of a receipt. */
function ReceiptView({ look, values }: ViewProps & { readonly values: Settings }) {
  const rule = { borderColor: paletteOf(look.brandColour).scale[2] };
  return (
    <div className={styles.paper}>
      {values.logoOnReceipts && look.logo !== '' && <img src={look.logo} alt="" />}
      <p className={`k-row k-between k-gap-16 ${styles.head}`} style={rule}>
        <strong>{values.legalName || values.businessName}</strong>
        <span>{values.gstRegistered ? RECEIPT.taxInvoice : RECEIPT.receipt}</span>
      </p>
      <p>
        {values.businessAddress.split('\n').map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
        {values.uen !== '' && `UEN ${values.uen}`}
      </p>
      <p className={`k-row k-between ${styles.total}`} style={rule}>
        <strong>{RECEIPT.total}</strong>
        <strong>{RECEIPT.money}</strong>
      </p>
    </div>
  );
}

interface SchemeProps extends ViewProps {
  readonly scheme: ColourScheme;
}

/** The variables of a look for one element. */
function scoped({ look, scheme }: SchemeProps): React.CSSProperties {
  return {
    ...colourVariables(paletteOf(look.brandColour)[scheme]),
    ...variablesOf(look, scheme),
    ...sharedVariables(look),
    colorScheme: scheme,
  } as React.CSSProperties;
}

const BrandOf = ({ look, onDark }: ViewProps & { readonly onDark?: boolean }) => (
  <Brand name={brandName(look.businessName)} isKemas={isKemas(look.businessName)} onDark={onDark} />
);

/** The office's menu, a button and a link. */
function OfficeView(props: SchemeProps) {
  return (
    <div className={styles.office} style={scoped(props)}>
      <div className={styles.rail}>
        <BrandOf look={props.look} onDark />
        <span className={styles.current}>{t('Overview')}</span>
        <span>{t('Day board')}</span>
        <span>{t('Jobs')}</span>
      </div>
      <div className="k-stack k-gap-12 k-left">
        <strong className={styles.title}>{t('Overview')}</strong>
        <p>
          {t('Three visits need a crew.')} <span className={styles.link}>{t('Open the day board')}</span>
        </p>
        <span inert>
          <Button>{t('New job')}</Button>
        </span>
      </div>
    </div>
  );
}

/** The icon on the phone's home screen, and the head of the app. */
function AppView(props: SchemeProps) {
  const { look } = props;
  const { name, shortName } = appNames(look);
  const mark = `data:image/svg+xml,${encodeURIComponent(markSvg(look, { ground: true }))}`;
  const isOurs = isKemas(look.businessName) && look.logoSquare === '' && look.brandColour === '';
  const icon = isOurs ? '/icons/cleaner-192.png' : look.logoSquare || mark;
  return (
    <div className={styles.app} style={scoped(props)} data-area="cleaner">
      <figure>
        <img src={icon} alt="" width={64} height={64} />
        <figcaption>{shortName}</figcaption>
      </figure>
      <strong className={styles.title}>{t('Today')}</strong>
      <p>{name}</p>
      <span inert>
        <Button full>{t('Clock in')}</Button>
      </span>
    </div>
  );
}
