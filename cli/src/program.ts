import { Command, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addCompletion } from './commands/completion.ts';
import { addContext } from './commands/context.ts';
import { addCreate } from './commands/create.ts';
import { addDelete } from './commands/delete.ts';
import { addDescribe } from './commands/describe.ts';
import { addEvents } from './commands/events.ts';
import { addKubeconfig } from './commands/kubeconfig.ts';
import { addList } from './commands/list.ts';
import { addLogin } from './commands/login.ts';
import { addOperations } from './commands/operate.ts';
import { addOrder } from './commands/order.ts';
import { addScale } from './commands/scale.ts';
import { addSupportBundle } from './commands/support-bundle.ts';
import { addUpgrade } from './commands/upgrade.ts';
import { addWait } from './commands/wait.ts';
import type { Io } from './io/io.ts';
import { safeIo } from './io/safe-io.ts';
import { FORMATS } from './output/print.ts';

/** All commands. docs/command-line.md is generated from their help. */
const COMMANDS = [
  ...[addLogin, addContext, addCreate, addWait, addList, addDescribe, addKubeconfig, addEvents, addDelete],
  ...[addScale, addUpgrade, addOperations, addOrder, addSupportBundle, addCompletion],
];

/** Makes the command line. Errors are thrown and do not end the process. */
export function paddock(rawIo: Io): Command {
  const io = safeIo(rawIo);
  const program = new Command('paddock')
    .description('Order, watch and delete Kubernetes clusters')
    .version(manifest.version, '-V, --version', 'print the version')
    // An option `--version` after a command belongs to the command.
    .enablePositionalOptions()
    .helpCommand(false)
    .configureOutput({ writeOut: io.out, writeErr: io.err, getOutHelpWidth: () => io.columns })
    .exitOverride();
  for (const add of COMMANDS) add(program, io);
  for (const command of allBelow(program)) {
    command.exitOverride().copyInheritedSettings(program);
    if (command.commands.length === 0) addCommonOptions(command);
  }
  return program;
}

const allBelow = ({ commands }: Command): Command[] => commands.flatMap((command) => [command, ...allBelow(command)]);

const addCommonOptions = (command: Command) =>
  command
    .option('--context <name>', 'context to use, as `paddock context list` names it')
    .addOption(new Option('-o, --output <format>', 'format of the output').choices(FORMATS).default('table'));
