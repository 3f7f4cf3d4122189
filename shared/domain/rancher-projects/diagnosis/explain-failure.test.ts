import { expect, test } from 'vitest';
import { BackendNotFound, BackendUnauthorized, BackendUnavailable, Misconfigured } from '#shared/errors';
import { explained } from './explain-failure.ts';
import type { CheckName } from './finding.ts';

const named = { realm: 'waldur', userRealm: 'master', username: 'agent' };
const refused = (status: number) => new BackendUnauthorized('very-secret', { status });

test.each<[CheckName, Error, RegExp, RegExp]>([
  ['rancher_login', refused(401), /access key \(401 Unauthorized\)/, /secret key.*scope.*expired.*\/v3/],
  ['cluster', refused(401), /access key \(401 Unauthorized\)/, /scope/],
  ['projects', refused(403), /lacks the right to list the projects/, /Grant this right/],
  ['rancher_login', new BackendUnavailable('Rancher r failed (ECONNREFUSED).'), /ECONNREFUSED.*backend_url/, /address/],
  ['settings', new Misconfigured('The secret of Rancher r is missing.'), /^The secret of Rancher r is missing/, /^$/],
  ['keycloak_login', new Misconfigured('very-secret'), /no realm master.*404/, /\/auth.*realm.*keycloak_user_realm/],
  ['keycloak_realm', new Misconfigured('very-secret'), /no realm waldur.*404/, /\/auth.*realm.*user of realm master/],
  ['keycloak_rights', new BackendNotFound('very-secret'), /no realm waldur.*404/, /\/auth/],
  ['keycloak_login', refused(400), /does not let agent log in/, /keycloak_password/],
  ['keycloak_rights', refused(403), /may not manage groups in realm waldur \(403/, /manage-users/],
  ['keycloak_login', new BackendUnavailable('Keycloak failed (ENOTFOUND).'), /ENOTFOUND.*keycloak_url/, /address/],
])(
  '%s: %s is explained with its causes, in our own words (S1-087, S1-089 to S1-091)',
  (name, error, message, advice) => {
    const finding = explained(name, error, named);
    expect(finding).toMatchObject({
      ...{ status: 'failed', message: expect.stringMatching(message), advice: expect.stringMatching(advice) },
    });
    expect(JSON.stringify(finding)).not.toContain('very-secret');
  },
);

test('a defect is no finding', () => {
  expect(() => explained('cluster', new TypeError('a defect'), named)).toThrow(TypeError);
});
