/** One outage under load. */
export interface Trial {
  readonly name: string;
  readonly asked: number;
  /** Answered with 200: a code is on its way. */
  readonly promised: number;
  /** Answered with 503 and Retry-After. */
  readonly refused: number;
  readonly otherErrors: number;
  readonly slowestRefusalS: number;
  /** Codes that were promised and never reached the gateway. */
  readonly lost: number;
  readonly twice: number;
  /** From the end of the outage until every promised code had arrived; at least the 2.5 s that the load goes on. */
  readonly recoveredS: number;
  readonly isWorkerAlive: boolean;
  readonly isRunning: boolean;
}

/** docs/reliability.md: a row for each kind of outage. */
export function reliabilityPage(trials: readonly Trial[]): string {
  const names = [...new Set(trials.map(({ name }) => name))];
  const rows = names.map((name) =>
    rowOf(
      name,
      trials.filter((trial) => trial.name === name),
    ),
  );
  return `# Reliability

What happens to a running Kemas when its database fails. Written by \`npm run reliability\`: six visitors keep asking for
sign-in codes, through the real web server, worker and outbox, with a fake SMS gateway behind the provider's protocol; meanwhile PostgreSQL
fails. Every code that was promised (200) must reach the gateway exactly once, afterwards the worker must deliver another
one, and the process must not have ended.

${trials.length} outages.

| outage | times | requests | 503 | other errors | slowest 503, s | codes lost | sent twice | dead workers | process exits | all delivered after, s (worst) |
|---|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

## How it works

- **The worker** (\`platform/server/worker.ts\`). graphile-worker runs without batching and without its local queue: a batch that
  meets a lost connection ends the runner. A supervisor replaces a runner that ends, and one that has lost track of a task:
  the library does not await the statement that completes a task, so a task may stay locked although nothing works on it.
- **Exactly once.** Tasks run at least once. A message that has left is marked as sent, and that is repeated while the
  database is away, so the second run of its task finds nothing to send.
- **Requests** (\`platform/server/database/monitor.ts\`). A probe asks the database three times a second. When it stops answering, all
  connections are closed, what waits on them gets 503, and new requests get 503 at once until it answers again.
- **Readiness**. \`/readyz\` fails without a database, and when no cron job has completed for three minutes; the image's HEALTHCHECK
  asks it.
- **Start**. A database that is not there yet is waited for.
`;
}

function rowOf(name: string, trials: readonly Trial[]): string {
  const sum = (figure: (trial: Trial) => number) => trials.reduce((total, trial) => total + figure(trial), 0);
  const worst = (figure: (trial: Trial) => number) => Math.max(...trials.map(figure)).toFixed(1);
  const cells = [
    name,
    trials.length,
    sum(({ asked }) => asked),
    sum(({ refused }) => refused),
    sum(({ otherErrors }) => otherErrors),
    worst(({ slowestRefusalS }) => slowestRefusalS),
    sum(({ lost }) => lost),
    sum(({ twice }) => twice),
    trials.filter(({ isWorkerAlive }) => !isWorkerAlive).length,
    trials.filter(({ isRunning }) => !isRunning).length,
    worst(({ recoveredS }) => recoveredS),
  ];
  return `| ${cells.join(' | ')} |`;
}
