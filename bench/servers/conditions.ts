import pg from 'pg';
import type { Statement } from './child.ts';

/** What is asked with every request, whatever it is about, and what the worker asks by itself. */
const NOT_OF_THE_REQUEST = /"session"|graphile_worker|pg_notify|listen/i;

/** Counts the statements of this process from now on, and answers its parent's questions about them and its memory. */
export function tellConditions(): void {
  let statements = 0;
  let recorded: Statement[] = [];
  let isRecording = false;
  const prototype = pg.Client.prototype as unknown as { query: (...all: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function count(this: unknown, ...all: unknown[]) {
    statements += 1;
    if (isRecording) recorded.push(statementOf(all));
    return query.apply(this, all);
  };
  process.on('message', (word) => {
    if (word === 'condition') process.send?.({ statements, rss: process.memoryUsage.rss(), cpu: cpu() });
    if (word === 'recorded') process.send?.(recorded.filter(({ text }) => !NOT_OF_THE_REQUEST.test(text)));
    if (word === 'record') process.send?.({});
    if (word !== 'condition') recorded = [];
    if (word !== 'condition') isRecording = word === 'record';
  });
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** `query` takes a text and values, or both in one. */
function statementOf([first, second]: readonly unknown[]): Statement {
  const given = typeof first === 'string' ? { text: first, values: second } : (first as Partial<Statement>);
  return { text: given.text ?? '', values: Array.isArray(given.values) ? given.values : [] };
}
