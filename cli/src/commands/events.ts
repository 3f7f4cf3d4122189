import type { Command } from 'commander';
import { openSession, type Session } from '../config/session.ts';
import { findCluster, readCluster } from '../find/find-cluster.ts';
import { ifPresent } from '../find/read-parts.ts';
import { eventsAfter } from '../follow/follow.ts';
import type { ClusterEvent } from '../follow/progress.ts';
import type { Io } from '../io/io.ts';
import { printRows } from '../output/print.ts';
import type { Column } from '../output/table.ts';

const POLL_MS = 2000;

const COLUMNS: readonly Column<ClusterEvent>[] = [
  { title: 'TIME', of: ({ created }) => created },
  { title: 'LEVEL', of: ({ level }) => level },
  { title: 'NODE', of: ({ node_name }) => node_name ?? '' },
  { title: 'MESSAGE', of: ({ message }) => message },
  { title: 'STEP', of: ({ step }) => step, wide: true },
];

/** `paddock events CLUSTER` */
export function addEvents(program: Command, io: Io): void {
  program
    .command('events')
    .description('show what has happened to a cluster')
    .argument('<cluster>', 'name or uuid')
    .option('-f, --follow', 'show further events as they come, until the cluster is deleted')
    .action(async (given: string, { follow }: { follow?: true }, command: Command) => {
      const session = await openSession(io, command);
      const { uuid } = await findCluster(session, given);
      const events = await eventsAfter(session, uuid, 0);
      if (follow === true) return await followEvents(session, uuid, events);
      printRows(io, session.format, events, { columns: COLUMNS, nameOf: ({ message }) => message, none: 'No events.' });
    });
}

/** One event on each line: for programs one JSON object. */
async function followEvents(session: Session, uuid: string, known: readonly ClusterEvent[]): Promise<void> {
  const { io, format } = session;
  const line = (event: ClusterEvent): string =>
    format === 'json'
      ? JSON.stringify(event)
      : [event.created, event.level, event.node_name ?? '-', event.message].join('  ');
  for (const event of known) io.out(`${line(event)}\n`);
  for (let shown = known.length; ; ) {
    await io.sleep(POLL_MS);
    if ((await ifPresent(readCluster(session, uuid))) === undefined) return;
    const events = await eventsAfter(session, uuid, shown);
    for (const event of events) io.out(`${line(event)}\n`);
    shown += events.length;
  }
}
