import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseKubeconfig, UnusableKubeconfig, writeKubeconfig } from './kubeconfig.ts';

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
  try {
    parseKubeconfig(content);
  } catch (error) {
    if (error instanceof UnusableKubeconfig) return error.message;
    throw error;
  }
  return '';
};

test('the current context has server, certificate and credentials', () => {
  expect(parseKubeconfig(config())).toEqual({
    server: CLUSTER.server,
    verifyTls: true,
    login: { token: 'very-secret' },
  });
  const cluster = { ...CLUSTER, 'certificate-authority-data': base64(PEM), 'insecure-skip-tls-verify': true };
  const user = { 'client-certificate-data': base64(PEM), 'client-key-data': base64(PEM) };
  expect(parseKubeconfig(config({}, cluster, user))).toEqual({
    server: CLUSTER.server,
    caData: PEM,
    verifyTls: false,
    login: { certificate: PEM, key: PEM },
  });
});

test.each([
  ['no YAML', 'very-secret: [', 'The kubeconfig is not YAML.'],
  ['a text', 'very-secret', 'This is not a kubeconfig: contexts, clusters or users are missing or wrong.'],
  ['no current context', config({ 'current-context': '' }), 'The kubeconfig has no current-context.'],
  ['a number of contexts', config({ contexts: 1 }), 'This is not a kubeconfig: contexts, clusters or users'],
  [
    'an unknown context',
    config({ 'current-context': 'x' }),
    'The current-context is not among the contexts of the kubeconfig.',
  ],
  [
    'an unknown cluster',
    config({ clusters: [] }),
    'The cluster of the current context is not among the clusters of the kubeconfig.',
  ],
  [
    'an unknown user',
    config({ users: [] }),
    'The user of the current context is not among the users of the kubeconfig.',
  ],
  ['no server', config({}, {}), 'The cluster of the kubeconfig has no server address.'],
  ['no credentials', config({}, CLUSTER, {}), 'The user of the current context has neither a token nor'],
  ['half a certificate', config({}, CLUSTER, { 'client-key-data': base64(PEM) }), 'The user of the current context'],
  [
    'no PEM',
    config({}, { ...CLUSTER, 'certificate-authority-data': 'x' }),
    'The certificate-authority-data of the kubeconfig is not a',
  ],
  [
    'a plugin',
    config({}, CLUSTER, { exec: { command: 'aws' } }),
    'The kubeconfig gets its credentials from a program (exec)',
  ],
  [
    'an old plugin',
    config({}, CLUSTER, { 'auth-provider': {} }),
    'The kubeconfig gets its credentials from a program (auth',
  ],
  [
    'a file',
    config({}, { ...CLUSTER, 'certificate-authority': '/ca' }),
    'The kubeconfig refers to a file in certificate-authority:',
  ],
  ['a file of a token', config({}, CLUSTER, { tokenFile: '/token' }), 'The kubeconfig refers to a file in tokenFile'],
])('%s is reported in a sentence without the secret', (_what, content, sentence) => {
  expect(problemOf(content)).toContain(sentence);
  expect(problemOf(content)).not.toContain('very-secret');
});

test('a written kubeconfig is read as the same', () => {
  const cluster = { uuid: 'c'.repeat(32), name: 'demo' };
  const of = { cluster, user: 'ada', server: CLUSTER.server, login: { token: 'very-secret' } };
  const read = { server: CLUSTER.server, verifyTls: true, login: { token: 'very-secret' } };
  const login = { certificate: PEM, key: PEM };
  expect(parseKubeconfig(writeKubeconfig({ ...of, caData: '' }))).toEqual(read);
  expect(parseKubeconfig(writeKubeconfig({ ...of, caData: PEM }))).toEqual({ ...read, caData: PEM });
  expect(parseKubeconfig(writeKubeconfig({ ...of, caData: '', login }))).toEqual({ ...read, login });
});

test('no name of a kubeconfig is a name in the kubeconfig of another cluster', () => {
  const namesIn = (uuid: string, user: string) => {
    const cluster = { uuid, name: 'prod' };
    const of = { cluster, user, server: CLUSTER.server, caData: '', login: { token: 'very-secret' } };
    const { clusters, users, contexts, ...rest } = parse(writeKubeconfig(of));
    return [clusters[0].name, users[0].name, contexts[0].name, contexts[0].context, rest['current-context']];
  };
  const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
  const namesOf = (uuid: string, user: string) => {
    const [cluster, login] = [`prod-${uuid}`, `${user}@prod-${uuid}`];
    return [cluster, login, cluster, { cluster, user: login }, cluster];
  };
  expect(namesIn(one, 'ada')).toEqual(namesOf(one, 'ada'));
  expect(namesIn(two, 'ada')).toEqual(namesOf(two, 'ada'));
});
