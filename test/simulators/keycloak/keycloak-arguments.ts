import { parseArgs } from 'node:util';
import { UsageError } from '../_kit/simulator-definition.ts';
import type { SeedUser } from './realm.ts';

const DEFAULT_USERS = ['olga:Olga:Owner', 'mia:Mia:Manager', 'milo:Milo:Member', 'otto:Otto:Outsider'];

/** `--user <username>[:<first name>[:<last name>[:<e-mail>]]]`, repeatable. @throws UsageError for other flags or an empty name */
export function keycloakArguments(args: string[]): SeedUser[] {
  return given(args).map((text) => {
    const [username = '', firstName = username, lastName = 'Example', email = `${username}@example.org`] =
      text.split(':');
    if (username === '') throw new UsageError('--user wants a user name.');
    return { username, firstName, lastName, email };
  });
}

function given(args: string[]): string[] {
  try {
    return parseArgs({ args, options: { user: { type: 'string', multiple: true } } }).values.user ?? DEFAULT_USERS;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
}
