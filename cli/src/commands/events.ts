import type { Command } from 'commander';
import { openSession, type Session } from '../config/session.ts';
import { findCluster, readCluster } from '../find/find-cluster.ts';
import { ifPresent } from '../find/read-parts.ts';
import { type ClusterEvent, eventsAfter, eventsSince } from '../follow/events.ts';
import { poll } from '../follow/poll.ts';
import type { Io } from '../io/io.ts';
import { printDocument, printRows } from '../output/print.ts';
import type { Column } from '../output/table.ts';

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
      if (follow === true) return await followEvents(session, uuid);
      const events = await eventsAfter(session, uuid, 0);
      printRows(io, session.format, events, { columns: COLUMNS, nameOf: ({ message }) => message, none: 'No events.' });
    });
}

/** Prints each new event: one line for people, one document for programs. */
async function followEvents(session: Session, uuid: string): Promise<void> {
  const { io, format } = session;
  const newEvents = eventsSince(session, uuid);
  const look = async () => {
    const cluster = await ifPresent(readCluster(session, uuid));
    for (const event of await newEvents())
      if (!printDocument(io, format, event)) io.out(`${format === 'name' ? event.message : lineOf(event)}\n`);
    return cluster === undefined ? { found: undefined } : undefined;
  };
  await poll(io, { look });
}

const lineOf = ({ created, level, node_name, message }: ClusterEvent): string =>
  [created, level, node_name ?? '-', message].join('  ');
