import { expect, test } from 'vitest';
import {
  BackendContractBroken,
  BackendNotFound,
  BackendThrottled,
  BackendUnauthorized,
  BackendUnavailable,
  Misconfigured,
} from '#shared/errors';
import { failedCheck } from './credential-check.ts';

const tried = {
  name: 'Rancher',
  address: 'backend_url',
  tls: 'tls_verify',
  credential: 'password',
  purpose: 'create clusters',
};
const unavailable = (why: string, details = {}) => new BackendUnavailable(`Rancher r: look ${why}`, details);

test.each([
  ['nothing that listens', unavailable('failed (ECONNREFUSED).'), 'backend_url', /cannot be reached \(ECONNREFUSED\)/],
  ['an unknown name', unavailable('failed (ENOTFOUND).'), 'backend_url', /cannot be reached \(ENOTFOUND\)/],
  ['silence', unavailable('did not answer within 5 s.'), 'backend_url', /did not answer in time/],
  ['a strange certificate', unavailable('failed (DEPTH_ZERO_SELF_SIGNED_CERT).'), 'tls_verify', /DEPTH_ZERO_SELF/],
  ['a foreign name', unavailable('failed (ERR_TLS_CERT_ALTNAME_INVALID).'), 'tls_verify', /ERR_TLS_CERT_ALTNAME/],
  ['a certificate that ended', unavailable('failed (CERT_HAS_EXPIRED).'), 'tls_verify', /CERT_HAS_EXPIRED/],
  [
    'plain HTTP',
    unavailable('failed (ERR_SSL_WRONG_VERSION_NUMBER).'),
    'backend_url',
    /does not use HTTPS at this address/,
  ],
  ['a web page', unavailable('with something that is not JSON.'), 'backend_url', /does not answer like Rancher/],
  ['a failure', unavailable('with 502: very-secret', { status: 502 }), 'backend_url', /status 502/],
  ['being throttled', new BackendThrottled('very-secret'), 'backend_url', /too many requests/],
  ['another API', new BackendNotFound('very-secret', { status: 404 }), 'backend_url', /does not answer like Rancher/],
  ['a strange reply', new BackendContractBroken('very-secret'), 'backend_url', /does not answer like Rancher/],
  [
    'a wrong key',
    new BackendUnauthorized('very-secret', { status: 401 }),
    'password',
    /does not accept the credential/,
  ],
  ['a weak key', new BackendUnauthorized('very-secret', { status: 403 }), 'password', /lacks the right to create clus/],
  ['a lost key', new Misconfigured('The secret of Rancher r is missing.'), 'password', /^The secret of Rancher r is/],
])('%s is reported at the option that is wrong, in our own words', (_what, error, option, message) => {
  const check = failedCheck(error, tried);
  expect(check).toMatchObject({ option, ok: false, message: expect.stringMatching(message) });
  expect(check.message).not.toContain('very-secret');
});

test('other failures are thrown again', () => {
  expect(() => failedCheck(new TypeError('a defect'), tried)).toThrow(TypeError);
});
