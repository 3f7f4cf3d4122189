import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { COLLECTIONS } from '#functions/api/segments';
import { OPERATIONS } from '#infra/openapi/operations';
import type { Collection } from '#shared/contracts/rest/_core/collections';
import { reasonOf } from './lacking.ts';

/** Collections that only Paddock has. */
const OURS: readonly Collection[] = [
  ...(['api-tokens', 'rancher-field-classes', 'rancher-machines'] as const),
  ...(['cluster-api-templates', 'cluster-api-labels', 'cluster-api-relays', 'cluster-api-images'] as const),
];
/** The collections that Waldur's client and Paddock both have. */
export const SHARED_COLLECTIONS = COLLECTIONS.filter(
  (it) => OPERATIONS[it]['GET /']?.listing !== undefined && !OURS.includes(it),
);
export const asModule = (collection: Collection): string => collection.replaceAll('-', '_');

export const CLIENT_FIELDS = new URL('client-fields.json', import.meta.url);
const known = z.object({
  version: z.string(),
  /**
   * The model of each collection, with its fields. The value of a field is true if the client cannot read an object
   * without the field.
   */
  collections: z.record(z.string(), z.object({ model: z.string(), fields: z.record(z.string(), z.boolean()) })),
});
export const clientFields = () => known.parse(JSON.parse(readFileSync(CLIENT_FIELDS, 'utf8')));

const namesOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
/** The fields of Paddock's answers, in lists or in single objects. */
function ourFields(collection: Collection): string[] {
  const { 'GET /': list, 'GET /{uuid}/': one } = OPERATIONS[collection];
  return [...new Set([...namesOf(list?.listing?.schema), ...namesOf(one?.reply)])];
}

export type Compared = {
  collection: Collection;
  model: string;
  has: string[];
  lacks: string[];
  required: string[];
};
export function comparedCollections(): Compared[] {
  const { collections } = clientFields();
  return SHARED_COLLECTIONS.map((collection) => {
    const { model, fields } = collections[asModule(collection)] ?? { model: '', fields: {} };
    const ours = ourFields(collection);
    const theirs = Object.keys(fields);
    return {
      ...{ collection, model, required: theirs.filter((name) => fields[name]) },
      has: theirs.filter((name) => ours.includes(name)),
      lacks: theirs.filter((name) => !ours.includes(name)),
    };
  });
}

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ') || 'none';

function lackingRows({ collection, lacks }: Compared): string[] {
  const byReason = Map.groupBy(lacks, (field) => reasonOf(collection, field)?.why ?? '');
  return [...byReason].map(([why, fields]) => `| ${code(fields)} | ${why} |`);
}

function section(compared: Compared): string {
  const { collection, model, has, required } = compared;
  const rows = lackingRows(compared);
  const asked =
    required.length === 0 ? 'The client reads it without any of them.' : `The client asks for ${code(required)}.`;
  const lacking = rows.length === 0 ? 'Nothing is lacking.' : ['| lacks | why |', '| --- | --- |', ...rows].join('\n');
  return [`## ${collection}: \`${model}\``, `Has ${code(has)}. ${asked}`, lacking].join('\n\n');
}

/** The full text of docs/waldur-fields.md. */
export const fieldsPage = (): string =>
  [
    '# Waldur’s fields and ours',
    `Made by \`npm run waldur-fields\` from the models of \`waldur-api-client\` ${clientFields().version}, the operations of \`shared/contracts/rest\` and the reasons in
\`test/waldur-fields/lacking.ts\`; a test compares it, and another has the client read every object (\`test/integration/_http/waldur-client.int.test.ts\`).`,
    ...comparedCollections().map(section),
  ]
    .join('\n\n')
    .concat('\n');
