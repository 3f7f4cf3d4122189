import { keystoneRefusal } from '../refusal.ts';

/** The error for something that the real server supports, but this simulator does not. */
export const notSimulated = (what: string) => keystoneRefusal(501, `not simulated: ${what}`);

const REAL = new RegExp(
  `^/identity/v3/(${[
    ...[
      'services',
      'endpoints',
      'groups',
      'credentials',
      'policies',
      'limits',
      'registered_limits',
      'auth/OS-FEDERATION',
    ],
    ...['auth/domains', 'auth/system', 'OS-[A-Z0-9]+', 'ec2tokens', 's3tokens', 'role_inferences', 'system'],
    ...['roles/[^/]+/implies', 'users/[^/]+/(groups|access_rules|credentials|OS-OAUTH1)', 'domains/config'],
    ...['domains/[^/]+/(config|groups|users)', 'projects/[^/]+/(groups|limits)', 'limits-model'],
  ].join('|')})(/|$)`,
);

/** Whether a real Keystone serves a path that is not simulated. */
export const isReal = (path: string): boolean => REAL.test(path);
