import type { Command } from 'commander';
import { recordedIo } from './src/io/recorded-io.ts';
import { paddock } from './src/program.ts';

const WIDTH = 110;

const PREFACE = `# Command line

\`paddock\` orders, watches and deletes clusters. It takes names instead of ids everywhere. A uuid works, too. Where a name could mean several things, it asks on
a terminal. Elsewhere it fails and lists them. This page is made from the commands' own help by \`npm run command-line\`.

\`\`\`
npm run build:cli                          # one file, which needs only Node 20 or newer
install cli/dist/paddock.mjs ~/.local/bin/paddock
paddock login https://paddock.example      # a browser confirms the code
paddock create demo --servers 3 --agents 3 --kubeconfig
kubectl get nodes
paddock delete demo --wait
\`\`\`

In this repository \`npx paddock\` runs it without a build.

Commands, options and names of clusters are completed in a shell with \`source <(paddock completion bash)\` (or zsh; \`paddock completion fish | source\`).

From a sign-in to a kubeconfig it is one command, and no id is copied. On the local cloud with two busy cores it took 36 s for three servers and three
agents, and 15 s to delete them.

## For programs

- \`-o json\` and \`-o yaml\` print what the API answers, \`-o name\` only names. \`-o wide\` adds columns. \`events --follow\` prints a document for each event.
- What was asked for goes to stdout. Progress, questions and errors go to stderr.
- \`PADDOCK_URL\` and \`PADDOCK_TOKEN\` say where to go, and in whose name. A stored token only goes to the address that it is from.
- No token goes unencrypted to another machine, unless you have signed in there with \`--insecure-http\`. Redirects are not followed.
- Addresses and tokens are kept in \`$XDG_CONFIG_HOME/paddock/config.json\` (\`~/.config\`), which only its owner may read.
- Nothing is asked if stdin or stderr is no terminal. There are no colors if stdout is none, or \`NO_COLOR\` is set.

| exit status | meaning |
|---|---|
| 0 | done |
| 1 | failed |
| 2 | the command, or what was ordered, is wrong |
| 3 | there is no such thing, or you cannot see it |
| 4 | you are not signed in, or may not do this |
| 5 | something else happens to it now, or it has another state |
| 6 | what was waited for has failed, or took too long |
| 130 | Ctrl-C; what was ordered goes on |
| 141 | nobody reads the output any more, as after \`paddock list | head -1\` |

## An order as a file

\`create -f\` reads the body of \`POST /api/marketplace-orders/\` as YAML or JSON. Most objects can be named. The name of the cluster is that of the command.

\`\`\`yaml
offering: Kubernetes, self-managed
project: Sample project
attributes:
  nodes:
    - {role: server, subnet: private-subnet, cpu: 2, memory: 4096, system_volume_size: 65536}
    - {role: agent, subnet: private-subnet, cpu: 4, memory: 8192, system_volume_size: 65536}
\`\`\`

## Commands
`;

/** Makes the page docs/command-line.md. */
export function commandLinePage(): string {
  const commands = leavesOf(paddock(recordedIo({ columns: WIDTH })));
  return `${PREFACE}${commands.map(sectionOf).join('')}`;
}

/** Lists the commands that have no subcommands. */
const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.createHelp().visibleCommands(command).flatMap(leavesOf);

/** The full name of a command, which begins with the names of its parent commands. */
const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

const sectionOf = (command: Command): string =>
  `\n### ${nameOf(command)}\n\n\`\`\`text\n${command.helpInformation().trimEnd()}\n\`\`\`\n`;
