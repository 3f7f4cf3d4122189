import type { Machine } from './machine.ts';
import { hasProgram } from './shell/packages.ts';
import { type CommandCall, type CommandResult, failure, success } from './shell/shell.ts';

/** The sockets that HAProxy's configuration binds. Undefined if there is no valid configuration. */
function socketsOf(machine: Machine, path: string): string[] | undefined {
  const config = machine.files.get(path);
  if (config === undefined || !/^(global|defaults|listen|frontend)\b/m.test(config)) return undefined;
  return [...config.matchAll(/^\s+bind\s+(\S+)/gm)].map(([, socket = '']) => socket);
}

const refused = (path: string): CommandResult => failure(1, `haproxy: no configuration could be read from ${path}`);

/** `haproxy -c -f file`: whether the configuration can be read. */
export function haproxy({ shell: { machine }, args }: CommandCall): CommandResult {
  if (!hasProgram(machine, 'haproxy')) return failure(127, 'haproxy: command not found');
  const path = args[args.indexOf('-f') + 1] ?? '';
  return socketsOf(machine, path) ? success() : refused(path);
}

/**
 * Starts the unit of the haproxy package, which reads `CONFIG` from /etc/default/haproxy. The package's own
 * configuration binds no socket.
 */
export function startHaproxy(machine: Machine): CommandResult {
  if (!hasProgram(machine, 'haproxy')) return failure(5, 'systemctl: Unit haproxy.service not found');
  const configured = /^CONFIG=(\S+)/m.exec(machine.files.get('/etc/default/haproxy') ?? '')?.[1];
  const path = configured ?? '/etc/haproxy/haproxy.cfg';
  const sockets = configured === undefined && !machine.files.has(path) ? [] : socketsOf(machine, path);
  if (!sockets) return refused(path);
  machine.listens(sockets);
  return success();
}
