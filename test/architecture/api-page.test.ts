import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { apiPage } from '#test/api-coverage/api-page';
import { machineOf, machineRuns } from '#test/api-coverage/machine-runs';
import { rancherCall } from '#test/api-coverage/rancher-call';
import { COVERED, recordedRoutes, routeOf, routesOf, SEGMENTS } from '#test/api-coverage/recorded-routes';
import { recordedSteps } from '#test/api-coverage/recorded-steps';
import { type Scheduled, scheduledByRoutes, scheduledBySteps } from '#test/api-coverage/scheduled-machines';

test('docs/api.md is what routes and recorded calls say: `npm run api-docs` makes it', () => {
  expect(readFileSync('docs/api.md', 'utf8')).toBe(apiPage());
});

test('every collection of Waldur’s Rancher integration has routes', () => {
  expect(SEGMENTS.filter((segment) => routesOf(segment).length === 0)).toEqual([]);
});

test('every route of them is called with success by a test that there is', () => {
  const recorded = recordedRoutes();
  const shown = (name: string) => (recorded[name]?.files ?? []).filter((file) => existsSync(file));
  expect(COVERED.map(({ name }) => name).filter((name) => shown(name).length === 0)).toEqual([]);
});

const steps = recordedSteps();
const routes = recordedRoutes();
const startsOf = (name: string): string[] => routes[name]?.starts ?? [];

test('every step of a state machine that a route starts has been run by a test of the recording', () => {
  const needed = COVERED.flatMap(({ name }) => machineRuns(startsOf(name), steps)).flatMap((run) => run.steps);
  expect([...new Set(needed)].filter((step) => !(step in steps))).toEqual([]);
});

describe('what commits an operation names the state machine that this starts:', () => {
  const wrong = (scheduled: Map<string, Scheduled>, name: string, starts: readonly string[]): string[] => {
    const { commits, machines } = scheduled.get(name) ?? { commits: false, machines: [] };
    const shown = starts.map(machineOf);
    if (commits && shown.length === 0) return [`${name} starts a state machine`];
    return machines.filter((machine) => !shown.includes(machine)).map((machine) => `${name} starts ${machine}`);
  };

  test('a route, on the page', () => {
    const code = scheduledByRoutes(SEGMENTS);
    const changing = COVERED.filter(({ method }) => method !== 'GET').map(({ name }) => name);
    expect(changing.filter((name) => !code.has(name))).toEqual([]);
    expect(COVERED.flatMap(({ name }) => wrong(code, name, startsOf(name)))).toEqual([]);
    const ofSegment = (segment: string) => routesOf(segment).flatMap(({ name }) => startsOf(name));
    expect(SEGMENTS.flatMap((segment) => wrong(code, segment, ofSegment(segment)))).toEqual([]);
  });

  test('a step, in what is recorded of it', () => {
    const code = scheduledBySteps();
    expect(Object.keys(steps).filter((name) => !code.has(name))).toEqual([]);
    expect(Object.entries(steps).flatMap(([name, { starts }]) => wrong(code, name, starts))).toEqual([]);
  });
});

test('an order is followed by the state machines for what it does, a creation by others than a deletion', () => {
  const machines = (start: string) => machineRuns([start], steps).map(({ machine }) => machine);
  const create = [
    'create-cluster',
    'create-cluster-api-cluster',
    'create-pool-cluster',
    'process-order',
    'provision-infrastructure',
    'replace-servers',
    'watch-nodes',
  ];
  expect(machines('process-order Create').sort()).toEqual(create);
  expect(machines('process-order Terminate').sort()).toEqual([
    'delete-cluster',
    'delete-cluster-api-cluster',
    'delete-pool-cluster',
    'process-order',
    'remove-infrastructure',
  ]);
});

test('a state machine whose operation a step commits follows, too', () => {
  const runs = machineRuns(['add-node'], { 'records.finishNode': { rancher: [], starts: ['delete-node'] } });
  expect(runs.find(({ machine }) => machine === 'delete-node')).toMatchObject({ startedBy: 'add-node' });
});

test('a request reaches the route with the fixed word before the one with a parameter', () => {
  expect(routeOf('GET', '/api/rancher-services/1234/')?.name).toBe('GET rancher-services /{uuid}/');
  expect(routeOf('GET', '/api/rancher-services/')?.name).toBe('GET rancher-services /');
  expect(routeOf('GET', '/api/nowhere/')).toBeUndefined();
});

const headers = ['Authorization', 'Basic a2V5OnNlY3JldA=='];
const inside = '/k8s/clusters/c-m-abc';
test.each([
  [`${inside}/api/v1/namespaces/shop/services/cart?dryRun=All`, 'api/v1/namespaces/{namespace}/services/{name}'],
  [`${inside}/apis/apps/v1/namespaces/shop/deployments`, 'apis/apps/v1/namespaces/{namespace}/deployments'],
  [`${inside}/api/v1/namespaces/shop`, 'api/v1/namespaces/{name}'],
  [`${inside}/api/v1/namespaces`, 'api/v1/namespaces'],
  [`${inside}/apis/catalog.cattle.io/v1/clusterrepos/ours`, 'apis/catalog.cattle.io/v1/clusterrepos/{name}'],
  [`${inside}/v1/apps.deployments/shop/cart`, 'v1/apps.deployments/{namespace}/{name}'],
  [
    `${inside}/v1/catalog.cattle.io.clusterrepos/ours?link=index`,
    'v1/catalog.cattle.io.clusterrepos/{name}?link=index',
  ],
])('of a request inside a cluster the names are left out: %s', (path, said) => {
  expect(rancherCall({ method: 'GET', path, headers })).toBe(`GET /k8s/clusters/{cluster}/${said}`);
});

test('a list in Rancher’s namespace for clusters is no object by its name', () => {
  const path = '/v1/cluster.x-k8s.io.machines/fleet-default?labelSelector=x';
  expect(rancherCall({ method: 'GET', path, headers })).toBe('GET /v1/cluster.x-k8s.io.machines/{namespace}');
});

test('what has no key of Rancher is no call to Rancher', () => {
  expect(rancherCall({ method: 'POST', path: '/v3/projects/c-m-abc:p-x?action=setpodsecurity', headers })).toBe(
    'POST /v3/projects/{id}?action=setpodsecurity',
  );
  expect(rancherCall({ method: 'GET', path: '/v3/projects', headers: ['X-Auth-Token', 'x'] })).toBeUndefined();
});
