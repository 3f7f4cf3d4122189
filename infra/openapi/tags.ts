import { GROUPS, type RestResource } from '#shared/contracts/rest/_core/operation';
import { RESOURCES } from './operations.ts';
import { inOrderOfTags } from './published-order.ts';
import { WEBHOOK_TAG } from './webhook-paths.ts';

type Tag = Pick<RestResource, 'group' | 'is'>;

const { '': root, ...named } = RESOURCES;
const webhooks: Tag = { group: 'Programs', is: 'Calls from a provider’s Rancher, its Alertmanager and its relays.' };
const TAGS = inOrderOfTags<string, Tag>({ ...named, root, [WEBHOOK_TAG]: webhooks });

const entries = (): [string, Tag][] =>
  GROUPS.flatMap((group) => Object.entries(TAGS).filter(([, tag]) => tag.group === group));

/** Tags in reading order. Each description begins with the name of the group, because some viewers show no groups. */
export const tagObjects = () =>
  entries().map(([name, { group, is }]) => ({ name, description: `**${group}**: ${is}` }));

/** Groups of tags. This is an extension of Redoc, which other viewers also understand. */
export const tagGroups = () =>
  GROUPS.map((name) => ({ name, tags: entries().flatMap(([tag, { group }]) => (group === name ? [tag] : [])) }));
