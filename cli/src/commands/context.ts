import type { Command } from 'commander';
import { CommandError, EXIT } from '../command-error.ts';
import { readConfig, updateConfig } from '../config/config-file.ts';
import type { Io } from '../io/io.ts';
import { FORMATS, type Format, printRows } from '../output/print.ts';

type Shown = { name: string; current: boolean; url: string; username: string; expires_at: string };

/** `paddock context …` */
export function addContext(program: Command, io: Io): void {
  const context = program.command('context').description('show and choose the Paddock that commands use');
  context
    .command('list')
    .description('list the contexts: the places where you are signed in')
    .action(async ({ output = FORMATS[0] }: { output?: Format }) => {
      const { current, contexts } = await readConfig(io.env);
      const rows = Object.entries(contexts).map(([name, { url, username, expires_at = '' }]) => ({
        ...{ name, current: name === current, url, username, expires_at },
      }));
      printRows<Shown>(io, output, rows, {
        columns: [
          { title: 'CURRENT', of: (row) => (row.current ? '*' : '') },
          { title: 'NAME', of: ({ name }) => name },
          { title: 'ADDRESS', of: ({ url }) => url },
          { title: 'USER', of: ({ username }) => username },
          { title: 'UNTIL', of: ({ expires_at }) => expires_at },
        ],
        nameOf: ({ name }) => name,
        none: 'You are not signed in anywhere.',
      });
    });
  context
    .command('use')
    .description('use another Paddock from now on')
    .argument('<name>', 'a name from `paddock context list`')
    .action(async (name: string) => {
      const { contexts } = await readConfig(io.env);
      if (contexts[name] === undefined)
        throw new CommandError(`There is no context called ${name}.`, EXIT.notFound, 'See `paddock context list`.');
      await updateConfig(io.env, (config) => ({ ...config, current: name }));
    });
}
