import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createClient } from '@paddock/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import { KUBECTL, kubectlWith } from '#test/programs/kubectl';
import { newAuthority } from '#test/simulators/_kit/certificate-authority';
import { playedApi } from '../../../cli/src/io/played-api.ts';
import { recordedIo } from '../../../cli/src/io/recorded-io.ts';
import { mergeKubeconfig } from '../../../cli/src/kubeconfig/write-kubeconfig.ts';

/**
 * Kubeconfigs of several clusters with one name, and of one user, in one file. Each cluster has a server that accepts its
 * own token alone, and remembers every token that it gets.
 */
const CLUSTERS = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(32));
const START_MS = 60_000;

type Api = { server: Server; received: Set<string>; config: string };

const tokenOf = (uuid: string): string => `token_${uuid}`;

async function startApi(uuid: string, name: string): Promise<Api> {
  const authority = await newAuthority(`CN=authority of ${uuid}`);
  const { key, certificate: cert } = await authority.issue('127.0.0.1');
  const received = new Set<string>();
  const server = createServer({ key, cert }, ({ headers: { authorization = '' } }, answer) => {
    received.add(authorization);
    answer.statusCode = authorization === `Bearer ${tokenOf(uuid)}` ? 200 : 401;
    answer.end(uuid);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const config = writeKubeconfig({
    ...{ cluster: { uuid, name }, user: 'ada', caData: authority.certificate, login: { token: tokenOf(uuid) } },
    server: `https://127.0.0.1:${port}`,
  });
  return { server, received, config };
}

describe.skipIf(KUBECTL === undefined)('kubectl (apt-get install kubernetes-client)', () => {
  const apis = new Map<string, Api>();
  let folder: string;
  const startAll = async (named: Readonly<Record<string, string>>) => {
    for (const [uuid, name] of Object.entries(named)) apis.set(uuid, await startApi(uuid, name));
  };
  const configOf = (uuid: string): string => apis.get(uuid)?.config ?? '';

  /** `paddock kubeconfig NAME --merge` for each cluster, one after the other. Returns the content of the file. */
  async function mergeAll(named: Readonly<Record<string, string>>, before = ''): Promise<string> {
    const path = join(folder, 'merged');
    await writeFile(path, before);
    const answers = Object.keys(named).map((uuid) => [
      `POST /api/rancher-clusters/${uuid}/kubeconfig/`,
      [Response.json({ config: configOf(uuid), expires_at: 'later' })],
    ]);
    const api = await playedApi(Object.fromEntries(answers));
    const session = {
      ...{ io: recordedIo({ env: { KUBECONFIG: path } }), api: createClient({ baseUrl: api.url }) },
      ...{ format: 'table' as const, access: { url: api.url, token: undefined, insecureHttp: false } },
    };
    for (const [uuid, name] of Object.entries(named)) await mergeKubeconfig(session, { uuid, name });
    api.close();
    return readFile(path, 'utf8');
  }

  /** The answer of the server that each context reaches. */
  async function reached(kubeconfig: string): Promise<Record<string, string>> {
    const { kubectl, close } = kubectlWith(kubeconfig);
    const { stdout } = await kubectl('config get-contexts -o name');
    const contexts = stdout.trim().split('\n');
    const answers: Record<string, string> = {};
    for (const context of contexts) {
      const { stdout, stderr } = await kubectl(`--context ${context} get --raw /whoami`);
      answers[context] = stdout || stderr;
    }
    close();
    return answers;
  }

  const named = Object.fromEntries(CLUSTERS.map((uuid) => [uuid, 'prod']));
  const eachItsOwn = Object.fromEntries(CLUSTERS.map((uuid) => [`prod-${uuid}`, uuid]));

  beforeAll(async () => startAll(named), START_MS);
  afterAll(() => {
    for (const { server } of apis.values()) server.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paddock-merged-'));
    for (const { received } of apis.values()) received.clear();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const expectOwnTokensOnly = () => {
    for (const uuid of CLUSTERS) expect([...(apis.get(uuid)?.received ?? [])]).toEqual([`Bearer ${tokenOf(uuid)}`]);
  };

  test('each of ten merged clusters of one name is reached with its own token', async () => {
    expect(await reached(await mergeAll(named))).toEqual(eachItsOwn);
    expectOwnTokensOnly();
  });

  test('ten files in $KUBECONFIG, which kubectl merges itself, reach their own clusters', async () => {
    const paths = CLUSTERS.map((uuid) => join(folder, uuid));
    for (const [index, path] of paths.entries()) await writeFile(path, configOf(CLUSTERS[index] ?? ''));
    const { kubectl, close } = kubectlWith('');
    const { stdout } = await kubectl('config view --flatten', '', { KUBECONFIG: paths.join(delimiter) });
    close();
    expect(await reached(stdout)).toEqual(eachItsOwn);
    expectOwnTokensOnly();
  });

  test('the cluster of another program keeps its context of the same name', async () => {
    const foreign = configOf('0'.repeat(32)).replaceAll(`-${'0'.repeat(32)}`, '');
    const uuid = '1'.repeat(32);
    expect(await reached(await mergeAll({ [uuid]: 'prod' }, foreign))).toEqual({
      ...{ prod: '0'.repeat(32), [`prod-${uuid}`]: uuid },
    });
  });

  test('a context has the name of the cluster alone as long as one cluster has it', async () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
    const both = { [one]: 'one', [two]: 'two' };
    expect(await reached(await mergeAll(both))).toMatchObject({ one, two });
  });
});
