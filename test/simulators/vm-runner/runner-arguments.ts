import { parseArgs } from 'node:util';
import { UsageError } from '../_kit/simulator-definition.ts';
import type { CloudLogin } from './nova-reader.ts';

const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;

/**
 * The clouds to watch. All use the same login.
 * @throws UsageError if a flag is unknown, if no cloud is given, or if no password is given
 */
export function runnerArguments(args: string[]): CloudLogin[] {
  const { values } = parsed(args);
  const { username, password, project, domain, openstack } = values;
  if (openstack.length === 0) throw new UsageError('Name at least one cloud: --openstack <Keystone URL>.');
  if (password === '') throw new UsageError('Give the administrator: --username admin --password … --project admin.');
  return openstack.map((authUrl) => ({ authUrl, username, password, project, domain }));
}

function parsed(args: string[]) {
  const options = {
    openstack: { type: 'string', multiple: true, default: [] as string[] },
    username: text('admin'),
    // The password is read from the environment, because a command line is visible to every user of a machine.
    password: text(process.env.OS_PASSWORD ?? ''),
    project: text('admin'),
    domain: text('Default'),
  } as const;
  try {
    return parseArgs({ args, options });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
}
