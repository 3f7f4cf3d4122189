import { z } from 'zod';
import type { KeycloakGroup, KeycloakGroups } from '../../ports/keycloak.ts';
import { assertPathPart } from '../json-client.ts';
import { NO_CRITERIA } from '../list-selection.ts';
import { ignoreNotFound } from '../not-found.ts';
import type { AdminSession } from './admin-session.ts';
import { keycloakUser } from './users.ts';

const group = z
  .object({
    id: z.string().min(1),
    name: z.string(),
    parentId: z.string().optional(),
    attributes: z.record(z.string(), z.array(z.string())).default({}),
    subGroupCount: z.number().int(),
  })
  .transform(
    ({ parentId, subGroupCount, ...rest }): KeycloakGroup => ({
      ...rest,
      childCount: subGroupCount,
      ...(parentId !== undefined && { parentId }),
    }),
  );
const createdId = z.object({ id: z.string().min(1) }).transform(({ id }) => id);
/** Keycloak's lists omit attributes by default. */
const WHOLE = { briefRepresentation: false };

/** Groups and their members. The comments of the port `KeycloakGroups` say where Keycloak behaves unexpectedly. */
export const groups = (session: AdminSession): KeycloakGroups => ({ ...groupTree(session), ...groupMembers(session) });

type Members = 'listMembers' | 'addMember' | 'removeMember';

const groupTree = ({ call, find, list }: AdminSession): Omit<KeycloakGroups, Members> => ({
  listGroups: (attributes) =>
    list({
      op: 'listGroups',
      item: group,
      where: { q: { ask: attributeQuery(attributes), holds: hasAttributes(attributes) } },
      // With `populateHierarchy: false`, Keycloak lists a subgroup as an item of its own, not inside its parent.
      ask: (keycloak, page) => keycloak.groups.find({ ...page, populateHierarchy: false, ...WHOLE }),
    }),
  listChildren: (parentId) =>
    list({
      op: 'listChildren',
      ids: { parentId },
      item: group,
      where: NO_CRITERIA,
      ask: (keycloak, page) => keycloak.groups.listSubGroups({ ...page, ...WHOLE }),
    }),
  findGroup: (id) =>
    find({ op: 'findGroup', ids: { id }, ask: (keycloak, at) => keycloak.groups.findOne(at), reply: group }),
  findGroupAt: (...names) => {
    const path = names.flatMap((name) => (name === undefined ? [] : [segment(name)])).join('/');
    return find({
      op: 'findGroupAt',
      ids: { path },
      ask: ({ realms }, at) => realms.getGroupByPath(at),
      reply: group,
    });
  },
  createTopGroup: ({ name, attributes }) =>
    call({
      op: 'createTopGroup',
      ask: (keycloak, at) => keycloak.groups.create({ name, attributes, ...at }),
      reply: createdId,
    }),
  createChild: (parentId, { name, attributes }) =>
    call({
      op: 'createChild',
      ids: { id: parentId },
      ask: (keycloak, at) => keycloak.groups.createChildGroup(at, { name, attributes }),
      reply: createdId,
    }),
  async updateGroup(id, { name, attributes }) {
    await call({
      op: 'updateGroup',
      ids: { id },
      ask: (keycloak, at) => keycloak.groups.update(at, { name, attributes }),
      reply: z.unknown(),
    });
  },
  deleteGroup: (id) =>
    ignoreNotFound(
      call({ op: 'deleteGroup', ids: { id }, ask: (keycloak, at) => keycloak.groups.del(at), reply: z.unknown() }),
    ),
});

const groupMembers = ({ call, list }: AdminSession): Pick<KeycloakGroups, Members> => ({
  listMembers: (groupId) =>
    list({
      op: 'listMembers',
      ids: { id: groupId },
      item: keycloakUser,
      where: NO_CRITERIA,
      ask: (keycloak, page) => keycloak.groups.listMembers({ ...page, briefRepresentation: true }),
    }),
  async addMember(groupId, id) {
    await call({
      op: 'addMember',
      ids: { groupId, id },
      ask: ({ users }, at) => users.addToGroup(at),
      reply: z.unknown(),
    });
  },
  removeMember: (groupId, id) =>
    ignoreNotFound(
      call({
        op: 'removeMember',
        ids: { groupId, id },
        ask: ({ users }, at) => users.delFromGroup(at),
        reply: z.unknown(),
      }),
    ),
});

/**
 * The query for groups with these attributes: one term `name:"value"` for each attribute. Keycloak ignores a query that
 * it cannot parse, and lists all top-level groups. So a query that Keycloak cannot parse is an error here.
 */
function attributeQuery(attributes: Readonly<Record<string, string>>): string {
  const terms = Object.entries(attributes).map(([name, value]) => `${name}:"${value}"`);
  const isReadable = terms.every((term) => /^[\w.-]+:"[^"\\]+"$/.test(term));
  if (terms.length === 0 || !isReadable)
    throw new Error(`Keycloak would misread this query for groups by their attributes: ${terms.join(' ')}`);
  return terms.join(' ');
}

const hasAttributes =
  (wanted: Readonly<Record<string, string>>) =>
  ({ attributes }: KeycloakGroup): boolean =>
    Object.entries(wanted).every(([name, value]) => attributes[name]?.includes(value));

/**
 * Checks a group's name before it becomes part of a path. A slash would begin another level, so the path would mean
 * another group.
 */
function segment(name: string): string {
  if (name.includes('/')) throw new Error(`"${name}" cannot be the name of a Keycloak group: it contains a slash`);
  assertPathPart(name);
  return name;
}
