import { listAll } from '@paddock/client';
import { Argument, type Command } from 'commander';
import { candidatesFor, type NameKind } from '../completion/candidates.ts';
import { COMPLETE, SCRIPTS, SHELLS, type Shell } from '../completion/scripts.ts';
import { readConfig } from '../config/config-file.ts';
import { openSession, type Session } from '../config/session.ts';
import type { Io } from '../io/io.ts';

/** `paddock completion SHELL` */
export function addCompletion(program: Command, io: Io): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and names: source <(paddock completion bash)')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .action((shell: Shell) => io.out(SCRIPTS[shell]));
  program
    .command(COMPLETE, { hidden: true })
    .argument('[words...]')
    .action(async (words: string[], _options: object, command: Command) => {
      const candidates = candidatesFor(program, words);
      const found = 'words' in candidates ? candidates.words : await namesOf(io, command, candidates.names);
      io.out(found.map((word) => `${word}\n`).join(''));
    });
}

async function namesOf(io: Io, command: Command, kind: NameKind): Promise<string[]> {
  if (kind === 'context') return Object.keys((await readConfig(io.env)).contexts);
  return [...new Set(await READERS[kind](await openSession(io, command)))];
}

const READERS: Readonly<Record<Exclude<NameKind, 'context'>, (session: Session) => Promise<string[]>>> = {
  cluster: async ({ api }) =>
    namesIn(
      await listAll((page) => api.GET('/api/rancher-clusters/', { params: { query: { field: ['name'], ...page } } })),
    ),
  project: async ({ api }) =>
    namesIn(await listAll((page) => api.GET('/api/projects/', { params: { query: { field: ['name'], ...page } } }))),
  offering: async ({ api }) =>
    namesIn(
      await listAll((page) =>
        api.GET('/api/marketplace-public-offerings/', {
          params: { query: { type: ['Rancher'], field: ['name'], ...page } },
        }),
      ),
    ),
  order: async ({ api }) =>
    (
      await listAll((page) =>
        api.GET('/api/marketplace-orders/', { params: { query: { field: ['resource_name'], ...page } } }),
      )
    ).map(({ resource_name }) => resource_name),
};

const namesIn = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name);
