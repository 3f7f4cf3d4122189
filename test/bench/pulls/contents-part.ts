import { syncContents } from '#shared/app/cluster-contents/sync-contents';
import { contentsIn } from '#test/contracts/rancher/contents-in';
import { aWatchedCluster } from '#test/watched-clusters';
import type { Figure } from '../figure.ts';
import type { BenchContext, Part } from '../part.ts';
import { type Cost, costOf, startPullWorld } from './pulls-part.ts';

const FULL = { namespaces: 200, deployments: 1500, statefulSets: 500, apps: 300 };
const SMALL = { namespaces: 2, deployments: 3, statefulSets: 1, apps: 2 };
const AT_ONCE = 20;
/** A pull writes at most 2,000 records, so several pulls are needed. */
const MAX_PULLS = 10;

type Make = ReturnType<typeof contentsIn>['make'];

async function many(count: number, make: (index: number) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - start);
    await Promise.all(Array.from({ length: size }, (_, index) => make(start + index)));
  }
}

async function fill(make: Make, { namespaces, deployments, statefulSets, apps }: typeof FULL): Promise<void> {
  const at = (index: number, name: string) => ({ name: `${name}-${index}`, namespace: `team-${index % namespaces}` });
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'example.org/web:1' }], restartPolicy: 'Always' },
  };
  const spec = { replicas: 1, selector: { matchLabels: { app: 'web' } }, template };
  await many(namespaces, (index) => make('namespaces', { metadata: { name: `team-${index}` } }));
  await many(deployments, (index) => make('apps.deployments', { metadata: at(index, 'web'), spec }));
  const named = { ...spec, serviceName: 'web' };
  await many(statefulSets, (index) => make('apps.statefulsets', { metadata: at(index, 'data'), spec: named }));
  const chart = { metadata: { name: 'shop', version: '1.0.0', annotations: {} } };
  const release = { chart, version: 1, info: { status: 'deployed' } };
  await many(apps, (index) => make('catalog.cattle.io.apps', { metadata: at(index, 'app'), spec: release }));
}

const figuresOf = (what: string, full: Cost, unchanged: Cost): Figure[] => [
  { name: `full pull of ${what}: backend requests`, value: full.requests, unit: 'requests', atMost: 40 },
  {
    name: `full pull of ${what}: duration`,
    value: full.seconds,
    unit: 's',
    note: 'against simulators and the emulator',
  },
  {
    name: `pull of ${what}, nothing changed: backend requests`,
    value: unchanged.requests,
    unit: 'requests',
    atMost: 2,
  },
  { name: `pull of ${what}, nothing changed: writes to the table`, value: unchanged.writes, unit: 'writes', atMost: 0 },
];

async function measureContents(context: BenchContext): Promise<Figure[]> {
  const { progress, isSmall } = context;
  const inside = isSmall ? SMALL : FULL;
  const world = await startPullWorld(context);
  const { deps, places, backend } = world;
  const { uuid } = await aWatchedCluster(places.one, 'filled', { server: 1, agent: 1 });
  const cluster = { ...(await deps.store.clusters.get(uuid)), runtimeState: 'active' };
  const workloads = inside.deployments + inside.statefulSets;
  const what = `${inside.namespaces} namespaces, ${workloads} workloads and ${inside.apps} applications`;
  progress(`filling a cluster with ${what}`);
  await fill(contentsIn(backend, cluster.backendId).make, inside);
  const full = await costOf(world, async () => {
    for (let pull = 1; pull <= MAX_PULLS; pull += 1) {
      const { listed, written } = await syncContents(deps, cluster);
      if (listed.length === 0 && written === 0) return;
    }
    throw new Error(`${MAX_PULLS} pulls did not record everything`);
  });
  progress(`a full pull: ${full.requests} requests, ${full.seconds.toFixed(2)} s`);
  if (full.requests === 0) throw new Error('the cluster was not pulled');
  const unchanged = await costOf(world, () => syncContents(deps, cluster));
  return figuresOf(what, full, unchanged);
}

export const contentsPart: Part = {
  name: 'contents',
  about: `a full pull of a cluster with ${FULL.namespaces} namespaces, 2,000 workloads and ${FULL.apps} applications, and one where nothing has changed`,
  measures: ['shared', 'package-lock.json'],
  run: measureContents,
};
