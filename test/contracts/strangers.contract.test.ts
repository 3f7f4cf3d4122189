import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { backendCalls } from '#shared/adapters/backend-calls';
import { simulatedManagement } from './cluster-api-management/simulated-management.ts';
import { managementContract } from './cluster-api-management.contract.ts';
import { cloudAccess } from './openstack/cloud-admin.ts';
import { prepareCloud } from './openstack/prepare-cloud.ts';
import { openstackContract } from './openstack.contract.ts';
import { joinAsAgent } from './rancher/join-as-agent.ts';
import { cloudBeside } from './rancher/pools/cloud-beside.ts';
import { rancherContract } from './rancher.contract.ts';
import { type Simulator, startSimulator } from './start-simulator.ts';
import { keycloakStrangers } from './strangers/keycloak-strangers.ts';
import { listCalls, queryingFiles } from './strangers/list-calls.ts';

/**
 * Runs the contract tests again on servers that ignore every filter and return the objects of all suites. Each search,
 * for example by label, tag, name or owner, must still find only its own objects.
 */
const asked = new Set<string>();
backendCalls.subscribe({
  start: ({ op }) => void asked.add(op),
  end() {},
  asyncStart() {},
  asyncEnd() {},
  error() {},
});

async function ignoring(name: string): Promise<Simulator> {
  const simulator = await startSimulator(name);
  await simulator.ignoreSelectors(true);
  return simulator;
}

const rancherAccess = z.object({ access_key: z.string(), secret_key: z.string() });
rancherContract(
  'a Rancher that ignores every selector',
  async () => {
    const simulator = await ignoring('rancher');
    await simulator.setDelays({ pace: 0.01 });
    const { access_key: username, secret_key: password } = rancherAccess.parse(simulator.printed);
    return {
      ...{ url: simulator.url, key: { username, password }, simulator, stop: simulator.stop },
      joinMachine: (token, machine) => joinAsAgent(simulator.url, token, machine),
      cloud: await cloudBeside(),
    };
  },
  false,
);

openstackContract(
  'an OpenStack that ignores every selector',
  async () => {
    const simulator = await ignoring('openstack');
    await simulator.setDelays({ serverBuild: 50, serverDelete: 50 });
    return { cloud: await prepareCloud(cloudAccess.parse(simulator.printed)), simulator, stop: simulator.stop };
  },
  false,
);

managementContract(
  'a management cluster that ignores every selector',
  async () => simulatedManagement(await ignoring('cluster-api')),
  false,
);

keycloakStrangers(() => ignoring('keycloak'));

/** Helpers that get the name of the list request from their callers. Their own code contains no name. */
const HELPERS = ['list-own.ts', 'neutron-objects.ts', 'object-lists.ts', 'rancher-session.ts'];
/**
 * Only these files may send a GET with a query. Most of them build list requests. `check-account.ts` and
 * `check-registry.ts` only check accounts, and read at most one row.
 */
const QUERYING = [
  ...['cloud-session.ts', 'rancher-session.ts', 'steve-lists.ts'],
  ...['check-account.ts', 'check-registry.ts'],
  // The query does not filter a list. It selects what Steve returns of a repository: the index, or one version of a
  // chart.
  'catalogs.ts',
  // Reads all secrets of one namespace, page by page.
  'content-objects.ts',
  // Reads one token without the service catalog.
  'keystone-tokens.ts',
];

describe('of the lists that the adapters make', () => {
  const calls = listCalls();
  const ops = new Set(calls.flatMap(({ op }) => op ?? []));

  test('each has its name where it is made', () => {
    const nameless = calls.filter(({ op }) => op === undefined).map(({ file }) => file.split('/').at(-1));
    expect(nameless.filter((file) => file === undefined || !HELPERS.includes(file))).toEqual([]);
  });

  test('each compares what it asks for: no other GET has a query', () => {
    const files = queryingFiles().map((file) => file.split('/').at(-1));
    expect(files.filter((file) => file === undefined || !QUERYING.includes(file))).toEqual([]);
  });

  test('each is made above, so that a new one has to be', () => {
    process.stdout.write(`${ops.size} lists of ${new Set(calls.map(({ file }) => file)).size} adapters.\n`);
    expect([...ops].filter((op) => !asked.has(op))).toEqual([]);
  });
});
