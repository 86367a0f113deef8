/** What a package with a provider imports, as `kemas/provider`: docs/providers.md. */

// biome-ignore lint/performance/noBarrelFile: the front for other packages
export { hasNoAnswer, type MakeBreaker } from './breaker.ts';
export type { CalendarEvent, CalendarProvider } from './calendar.ts';
export type { FileStore, StoredFile } from './files.ts';
export type { GeocodedPlace, GeocodingProvider } from './geocoding.ts';
export type { Attachment, MailMessage, MailProvider } from './mail.ts';
export { MessageRefused } from './message-refused.ts';
export type { PaymentProvider } from './payments.ts';
export type { DeliveryNews, DeliveryReport, ReportRequest, SmsMessage, SmsProvider } from './sms.ts';
export type { ProviderKind, ProviderSource, ProviderTools } from './sources.ts';
