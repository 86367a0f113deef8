import type { Cast } from '../business/cast.ts';
import type { Call } from '../client.ts';
import { askingAs, type RequestFigure } from './request-figure.ts';

const ORDERS = ['asc', 'desc'];

/** What people ask about money: transactions, hours of credit, gifts, promo codes, alarms, statistics. */
export function moneyFigures(cast: Cast): RequestFigure[] {
  return [
    ...transactionLists(cast),
    ...creditLists(cast),
    ...codeLists(cast),
    ...statistics(cast),
    ...customersOwn(cast),
  ];
}

function transactionLists({ office: token, money, middle, customer, day }: Cast): RequestFigure[] {
  const office = askingAs(token);
  const list = (name: string, goal: number, query: string, isIndexed = true) =>
    office(`transactions${name}`, goal, `/transactions?size=25${query}`, isIndexed);
  return [
    office('one transaction', 10, `/transactions/${money.transactionID}`),
    office('its receipt', 60, `/transactions/${money.transactionID}/receipt`),
    list(', first page with its total', 60, '', false),
    list(', first page without', 12, '&count=0'),
    ...['createdAt', 'total', 'type', 'method', 'receiptNo', 'customer'].flatMap((by) =>
      ORDERS.map((order) => list(` by ${by}, ${order}`, 30, `&count=0&sortby=${by}&order=${order}`)),
    ),
    list(' behind the middle', 30, `&count=0&after=${middle.transactions}`),
    list(
      ' by customer, behind the middle',
      30,
      `&count=0&sortby=customer&order=desc&after=${middle.transactionsByCustomer}`,
    ),
    list(' from row 500,000', 100, '&count=0&from=500000', false),
    list(', last page', 100, '&count=0&from=1100000', false),
    list(' for visits', 60, '&type=job', false),
    list(' ad hoc', 60, '&type=ad-hoc', false),
    list(' in cash', 60, '&method=cash', false),
    list(' by bank, which nobody used', 30, '&method=bank'),
    list(' of a year', 60, `&from_date=${day(-365)}&to_date=${day(0)}`, false),
    list(', search by name', 50, '&q=Wei%20Ling%20Tan', false),
    list(', search by mobile', 50, `&q=${customer.mobile.slice(2)}`),
    list(', search by what it was for', 50, '&q=Extra%20cleaning', false),
    list(' of a customer', 30, `&customerID=${customer.id}`),
    list(' of a visit', 30, `&jobID=${money.jobID}`),
  ];
}

function creditLists({ office: token, customer }: Cast): RequestFigure[] {
  const office = askingAs(token);
  const list = (name: string, goal: number, query: string, isIndexed = true) =>
    office(`lots${name}`, goal, `/credits/list?size=25${query}`, isIndexed);
  return [
    list(', first page with its total', 60, '', false),
    list(', empty ones too', 60, '&empty=1', false),
    ...['purchasedAt', 'expiresAt', 'perHour', 'numCredits', 'customer'].flatMap((by) =>
      ORDERS.map((order) => list(` by ${by}, ${order}`, 30, `&count=0&sortby=${by}&order=${order}`)),
    ),
    list(' of a tier', 60, '&perHour=24', false),
    list(', search by name', 50, '&q=Wei%20Ling%20Tan', false),
    list(' of a customer', 30, `&customerID=${customer.id}`),
    reading('gifts sent', 60, giftsCall(token, 'sendcreditList')),
    reading('gifts claimed', 60, giftsCall(token, 'receivedcreditList')),
  ];
}

function codeLists({ office: token, money }: Cast): RequestFigure[] {
  const office = askingAs(token);
  const uses = (name: string, goal: number, query: string, isIndexed = false) =>
    office(`uses of a code${name}`, goal, `/promocodes/${money.codeID}/uses?size=25${query}`, isIndexed);
  return [
    office('promo codes, first page', 30, '/promocodes?size=25', false),
    office('promo codes by end', 30, '/promocodes?size=25&sortby=endDate', false),
    uses(', first page with its total', 60, ''),
    ...['reservedAt', 'discount', 'customer'].flatMap((by) =>
      ORDERS.map((order) => uses(` by ${by}, ${order}`, 30, `&count=0&sortby=${by}&order=${order}`)),
    ),
    uses(', paid', 60, '&state=used'),
    uses(', reserved', 30, '&state=reserved'),
    uses(', released', 60, '&state=released'),
    uses(', search by name', 50, '&q=Wei%20Ling%20Tan'),
    office('alarms that are open', 30, '/payments/alarms?size=25', false),
    office('alarms of all time by kind', 30, '/payments/alarms?size=25&state=*&sortby=kind', false),
  ];
}

function statistics({ office: token, day }: Cast): RequestFigure[] {
  const office = askingAs(token);
  const year = `from_date=${day(-365)}&to_date=${day(0)}`;
  return [
    office('hours that are left, by tier', 300, '/credits-left/statistics', false),
    office('promo codes of a year', 300, `/promocode/statistics?${year}`, false),
    office(
      'promo codes of a month',
      30,
      `/promocode/statistics?from_date=${day(-30)}&to_date=${day(0)}`,
      false,
    ),
    office('charges of a year, by day', 300, `/ad-hoc/statistics?${year}`, false),
  ];
}

function customersOwn({ money: { spender } }: Cast): RequestFigure[] {
  const own = askingAs(spender.token);
  return [
    own('a customer’s hours', 15, `/customers-credits/${spender.id}`),
    own('a customer’s statement', 15, `/customers-credits/${spender.id}/movements?size=25`),
    own('a customer’s payments', 15, '/transactions?size=25'),
    reading('a customer’s gifts', 15, giftsCall(spender.token, 'sendcreditList'), true),
    reading('a customer’s claimed gifts', 15, giftsCall(spender.token, 'receivedcreditList'), true),
  ];
}

function giftsCall(token: string, list: string): Call {
  return { method: 'POST', path: `/api/customers/${list}`, token, body: { size: 25 } };
}

function reading(name: string, goal: number, call: Call, isIndexed = false): RequestFigure {
  return { name, goal, isIndexed, countsAnew: !isIndexed, call: () => call };
}
