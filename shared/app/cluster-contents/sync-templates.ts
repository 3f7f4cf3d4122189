import { newTemplate } from '#shared/domain/cluster-contents/apps/template';
import { type ClusterContent, diffContents } from '#shared/domain/cluster-contents/cluster-content';
import { catalogFacts, templateFacts } from '#shared/domain/cluster-contents/content-facts';
import { BackendContractBroken, BackendNotFound, BackendUnavailable } from '#shared/errors';
import type { ContentsPull } from './sync-content-type.ts';
import { writeContents } from './write-contents.ts';

type Indexes = Record<string, string>;
export type SyncedTemplates = { written: number; isComplete: boolean; indexes: Indexes };
type TemplatesPull = Pick<ContentsPull, 'store' | 'clock' | 'rancher' | 'cluster' | 'recorded' | 'copies' | 'limits'>;

const catalogOf = ({ facts }: ClusterContent): string => templateFacts.parse(facts).catalog;

/**
 * Lists the charts of a catalog as records. Returns undefined, and does not throw, if Rancher cannot give the catalog's
 * index, so that the other catalogs are still synced.
 */
async function chartsOf({ rancher, cluster, limits }: TemplatesPull, catalog: ClusterContent) {
  try {
    const charts = await rancher.listCharts(cluster.backendId, catalog.name);
    return charts
      .filter(({ isHidden }) => !isHidden)
      .slice(0, limits.ofAType)
      .map((chart) => newTemplate(catalog, chart));
  } catch (error) {
    const isOfTheIndex = [BackendContractBroken, BackendNotFound, BackendUnavailable].some((it) => error instanceof it);
    if (!isOfTheIndex) throw error;
    return undefined;
  }
}

/** Syncs the templates of one catalog. Leaves them unchanged if Rancher cannot give the catalog's index. */
async function syncCatalog(pull: TemplatesPull, catalog: ClusterContent, most: number) {
  const found = await chartsOf(pull, catalog);
  if (found === undefined) return { written: 0, isRead: false, isComplete: true };
  const all = await pull.recorded.of('TEMPLATE');
  const own = all.filter((template) => catalogOf(template) === catalog.name);
  const diff = diffContents(own, found, pull.clock.now());
  const written = await writeContents(pull, pull.cluster.uuid, diff, most);
  pull.recorded.put('TEMPLATE', [...all.filter((template) => catalogOf(template) !== catalog.name), ...found]);
  return {
    written,
    isRead: true,
    isComplete: written === diff.insert.length + diff.replace.length + diff.remove.length,
  };
}

/** Removes templates whose catalog was deleted. */
async function removeLeft(pull: TemplatesPull, catalogs: readonly ClusterContent[], most: number): Promise<number> {
  const names = new Set(catalogs.map(({ name }) => name));
  const remove = (await pull.recorded.of('TEMPLATE')).filter((template) => !names.has(catalogOf(template)));
  return writeContents(pull, pull.cluster.uuid, { insert: [], replace: [], remove }, most);
}

/**
 * Records the charts of each catalog whose index has changed since the last pull. This takes one request for each such
 * catalog, and none if nothing has changed.
 * @param indexes the version that each catalog's index had at the last pull, by catalog
 */
export async function syncTemplates(pull: TemplatesPull, indexes: Indexes, most: number): Promise<SyncedTemplates> {
  const catalogs = [...(await pull.recorded.of('CATALOG')), ...pull.copies];
  const versions = new Map(catalogs.map(({ name, facts }) => [name, catalogFacts.parse(facts).indexVersion]));
  const done: SyncedTemplates = { written: 0, isComplete: true, indexes: {} };
  for (const catalog of catalogs) {
    const { name } = catalog;
    const version = versions.get(name) ?? '';
    const before = indexes[name];
    if (before !== undefined) done.indexes[name] = before;
    if (version === '' || version === before) continue;
    const { written, isRead, isComplete } = await syncCatalog(pull, catalog, most - done.written);
    done.written += written;
    if (!isComplete) return { ...done, isComplete: false };
    if (isRead) done.indexes[name] = version;
  }
  const isAnyGone = Object.keys(indexes).some((name) => !versions.has(name));
  if (isAnyGone) done.written += await removeLeft(pull, catalogs, most - done.written);
  return done;
}
