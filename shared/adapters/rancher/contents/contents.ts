import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FoundContent } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentType } from '#shared/domain/cluster-contents/content-type';
import type { RancherContents } from '../../../ports/contents.ts';
import { path } from '../../json-client.ts';
import type { RancherSession } from '../rancher-session.ts';
import { contentSchema } from './content-schema.ts';

/** Steve counts what it keeps of all types; entries are compared only, and not read. */
const countsReply = z.object({
  data: z.array(z.object({ counts: z.record(z.string(), z.unknown()) })).min(1),
});

/** Steve's names of collections: `networking.k8s.io.ingresses`, `services`. */
const collectionOf = (type: ContentType): string => (type.endsWith('s') ? `${type}es` : `${type}s`);

/** The same for the same counts: Go writes the keys of maps in order, and fields in one order, too. */
const fingerprint = (entry: unknown): string => createHash('sha256').update(JSON.stringify(entry)).digest('base64url');

/** What is inside a cluster, by steve behind Rancher's proxy to that cluster; a cluster that is not connected is BackendUnavailable. */
export const contents = (session: RancherSession): RancherContents => ({
  async countContents(clusterId) {
    const to = path`/k8s/clusters/${clusterId}/v1/counts`;
    const { data } = await session.call({ op: 'countContents', method: 'GET', path: to, reply: countsReply });
    const all = data.flatMap(({ counts }) => Object.entries(counts));
    return new Map(all.map(([type, entry]) => [type, fingerprint(entry)]));
  },

  async listContents(clusterId, type, most) {
    const items: FoundContent[] = [];
    const pages = session.readObjects({
      ...{ op: 'listContents', path: path`/k8s/clusters/${clusterId}/v1/${collectionOf(type)}` },
      ...{ item: contentSchema(type), exclude: 'metadata.managedFields' },
    });
    for await (const page of pages) {
      items.push(...page);
      if (items.length > most) return { items: items.slice(0, most), isWhole: false };
    }
    return { items, isWhole: true };
  },
});
