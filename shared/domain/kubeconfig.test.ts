import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readKubeconfig } from './kubeconfig.ts';

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const CLUSTER = { server: 'https://argocd.example.org:6443' };
const USER = { token: 'very-secret' };
const config = (fields: object = {}, cluster: object = CLUSTER, user: object = USER) =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user }],
    contexts: [
      { name: 'other', context: { cluster: 'x', user: 'x' } },
      { name: 'here', context: { cluster: 'c', user: 'u' } },
    ],
    'current-context': 'here',
    ...fields,
  });
const problemOf = (content: string): string => {
  const read = readKubeconfig(content);
  return 'problem' in read ? read.problem : '';
};

test('the current context tells server, trust and login', () => {
  expect(readKubeconfig(config())).toEqual({
    access: { server: CLUSTER.server, verifyTls: true, login: { token: 'very-secret' } },
  });
  const cluster = { ...CLUSTER, 'certificate-authority-data': base64(PEM), 'insecure-skip-tls-verify': true };
  const user = { 'client-certificate-data': base64(PEM), 'client-key-data': base64(PEM) };
  expect(readKubeconfig(config({}, cluster, user))).toEqual({
    access: { server: CLUSTER.server, caBundle: PEM, verifyTls: false, login: { certificate: PEM, key: PEM } },
  });
  const account = { username: 'me', password: 'very-secret' };
  expect(readKubeconfig(config({}, CLUSTER, account))).toMatchObject({ access: { login: account } });
});

test.each([
  ['no YAML', 'very-secret: [', 'This is not YAML.'],
  ['a text', 'very-secret', 'This is not a kubeconfig: clusters, users and contexts are expected.'],
  ['no current context', config({ 'current-context': '' }), 'This is not a kubeconfig: clusters, users and contexts'],
  ['no context at all', config({ 'current-context': undefined }), 'The kubeconfig has no current-context.'],
  ['an unknown context', config({ 'current-context': 'x' }), 'The current-context is not among the contexts.'],
  ['an unknown cluster', config({ clusters: [] }), 'The cluster of the current context is not among the clusters.'],
  ['an unknown user', config({ users: [] }), 'The user of the current context is not among the users.'],
  ['no server', config({}, {}), 'The cluster of the current context has no server address.'],
  ['no credentials', config({}, CLUSTER, {}), 'The user of the current context has no credentials'],
  [
    'half a certificate',
    config({}, CLUSTER, { 'client-key-data': base64(PEM) }),
    'The user of the current context has',
  ],
  [
    'no PEM',
    config({}, { ...CLUSTER, 'certificate-authority-data': 'x' }),
    'certificate-authority-data is not a base64',
  ],
  [
    'a plugin',
    config({}, CLUSTER, { exec: { command: 'aws' } }),
    'The kubeconfig gets its credentials from a program (exec)',
  ],
  [
    'an old plugin',
    config({}, CLUSTER, { 'auth-provider': { name: 'oidc' } }),
    'The kubeconfig gets its credentials from',
  ],
  [
    'a file',
    config({}, { ...CLUSTER, 'certificate-authority': '/ca.pem' }),
    'The kubeconfig refers to a file by certificate-au',
  ],
  ['a file of a token', config({}, CLUSTER, { tokenFile: '/token' }), 'The kubeconfig refers to a file by tokenFile'],
])('%s is told in a sentence that keeps the secret', (_what, content, sentence) => {
  expect(problemOf(content)).toMatch(sentence.replace(/[()]/g, '\\$&'));
  expect(problemOf(content)).not.toContain('very-secret');
});
