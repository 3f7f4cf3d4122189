import type { SyncJob } from '#shared/domain/provider-syncs/sync-jobs';
import { joinedCluster } from '#test/contracts/rancher/joined-cluster';
import { type SyncCost, startAccessWorld } from '../access/access-world.ts';
import type { Figure } from '../figure.ts';
import type { BenchContext, Part } from '../part.ts';
import { type ProjectsSize, seedProjects } from './seed-projects.ts';

const FULL: ProjectsSize = { projects: 200, membersPerProject: 25, podsPerProject: 4 };
const SMALL: ProjectsSize = { projects: 2, membersPerProject: 2, podsPerProject: 1 };
/** There are no records of Paddock's own clusters, so the passes over those clusters read nothing. */
const NO_CLUSTERS = { clusters: 0, users: 0, membersPerGroup: 0, followed: 0, accounts: 0 };

const PAGE = 100;
/**
 * The number of pages of a Keycloak list. The list ends with a page that is not full, so a full last page needs one
 * more request.
 */
const pages = (items: number): number => Math.floor(items / PAGE) + 1;
/**
 * The lists of one cluster: namespaces, pods, volume claims and quotas. Each list needs at most two requests, because a
 * page of Rancher has 500 items.
 */
const KINDS = 4;
const PER_KIND = 2;

/**
 * The highest number of requests: a login, the cluster's group, the pages of its subgroups, the pages of members of
 * each group, and one list of all role bindings in Rancher. Keycloak lists members only group by group.
 */
const mostForMembers = ({ projects, membersPerProject }: ProjectsSize): number =>
  1 + 1 + pages(projects) + projects * pages(membersPerProject) + 1;

const inWords = ({ projects, membersPerProject, podsPerProject }: ProjectsSize): string =>
  `${projects} projects, ${(projects * membersPerProject).toLocaleString('en')} members, ${projects * podsPerProject} pods`;

function figuresOf(size: ProjectsSize, job: SyncJob, cost: SyncCost, atMost: number): Figure[] {
  const name = `${inWords(size)}, nothing changed: `;
  return [
    { name: `${name}requests of ${job}`, value: cost.requests, unit: 'requests per pass', atMost },
    { name: `${name}writes of ${job}`, value: cost.backendWrites + cost.recordWrites, unit: 'writes', atMost: 0 },
    { name: `${name}a pass of ${job}`, value: cost.seconds, unit: 's', note: 'against simulators' },
  ];
}

async function measureProjects(context: BenchContext): Promise<Figure[]> {
  const { progress, isSmall } = context;
  const size = isSmall ? SMALL : FULL;
  const world = await startAccessWorld(context, NO_CLUSTERS);
  const { seeded, rancherAccount, store, pass } = world;
  const clusterId = await joinedCluster(seeded.rancher, rancherAccount.url, 'shared');
  progress(`making ${inWords(size)}`);
  await seedProjects({ ...seeded, store, rancherAccount, clusterId }, size);
  const first = { members: await pass('sync_project_members'), usages: await pass('sync_project_usages') };
  progress(`the first passes wrote ${first.members.report.written} and ${first.usages.report.written}`);
  const members = await pass('sync_project_members');
  const usages = await pass('sync_project_usages');
  const written = first.members.report.written;
  const wanted = size.projects * (size.membersPerProject + 2);
  if (written !== wanted) throw new Error(`the first pass made ${written} of ${wanted} groups, members and bindings`);
  return [
    ...figuresOf(size, 'sync_project_members', members, mostForMembers(size)),
    ...figuresOf(size, 'sync_project_usages', usages, KINDS * PER_KIND),
  ];
}

export const projectsPart: Part = {
  name: 'projects',
  measures: ['shared', 'package-lock.json'],
  about: `passes over ${inWords(FULL)}, in one shared cluster: requests and writes when nothing has changed`,
  run: measureProjects,
};
