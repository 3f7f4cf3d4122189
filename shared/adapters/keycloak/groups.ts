import { z } from 'zod';
import { BackendContractBroken } from '../../errors.ts';
import type { KeycloakGroup, KeycloakGroups, NewKeycloakGroup } from '../../ports/keycloak.ts';
import { path } from '../json-client.ts';
import { ignoreNotFound } from '../not-found.ts';
import { EVERYTHING } from '../selection.ts';
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
/** Lists omit attributes by default. */
const WHOLE = { briefRepresentation: 'false' };

/** Groups and their members. The port describes where Keycloak behaves unexpectedly. */
export const groups = ({ call, exchange, find, list }: AdminSession): KeycloakGroups => {
  async function create(op: string, below: string, { name, attributes }: NewKeycloakGroup): Promise<string> {
    const body = { name, attributes };
    const { header } = await exchange({ op, method: 'POST', path: below, body, reply: z.unknown() });
    return createdId(op, header('location'));
  }
  const membership = (groupId: string, userId: string) => path`/users/${userId}/groups/${groupId}`;

  return {
    listGroups: (attributes) =>
      list({
        op: 'listGroups',
        path: '/groups',
        // Without `populateHierarchy`, groups on lower levels are listed by themselves, not inside their parents.
        view: { populateHierarchy: 'false', ...WHOLE },
        item: group,
        where: { q: { ask: attributeQuery(attributes), holds: hasAttributes(attributes) } },
      }),
    listChildren: (parentId) =>
      list({
        op: 'listChildren',
        path: path`/groups/${parentId}/children`,
        view: WHOLE,
        item: group,
        where: EVERYTHING,
      }),
    findGroup: (id) => find({ op: 'findGroup', path: path`/groups/${id}`, reply: group }),
    findGroupAt: (...names) => {
      const below = names.flatMap((name) => (name === undefined ? [] : [path`/${segment(name)}`]));
      return find({ op: 'findGroupAt', path: `/group-by-path${below.join('')}`, reply: group });
    },
    createTopGroup: (made) => create('createTopGroup', '/groups', made),
    createChild: (parentId, made) => create('createChild', path`/groups/${parentId}/children`, made),
    async updateGroup(id, { name, attributes }) {
      const body = { name, attributes };
      await call({ op: 'updateGroup', method: 'PUT', path: path`/groups/${id}`, body, reply: z.unknown() });
    },
    deleteGroup: (id) =>
      ignoreNotFound(call({ op: 'deleteGroup', method: 'DELETE', path: path`/groups/${id}`, reply: z.unknown() })),
    listMembers: (groupId) =>
      list({
        op: 'listMembers',
        path: path`/groups/${groupId}/members`,
        view: { briefRepresentation: 'true' },
        item: keycloakUser,
        where: EVERYTHING,
      }),
    async addMember(groupId, userId) {
      await call({ op: 'addMember', method: 'PUT', path: membership(groupId, userId), reply: z.unknown() });
    },
    removeMember: (groupId, userId) =>
      ignoreNotFound(
        call({ op: 'removeMember', method: 'DELETE', path: membership(groupId, userId), reply: z.unknown() }),
      ),
  };
};

/** `name:"value"`, of which all must match. Keycloak ignores what it cannot parse, and lists every top-level group. */
function attributeQuery(attributes: Readonly<Record<string, string>>): string {
  const terms = Object.entries(attributes).map(([name, value]) => `${name}:"${value}"`);
  const isReadable = terms.every((term) => /^[\w.-]+:"[^"\\]+"$/.test(term));
  if (terms.length === 0 || !isReadable) throw new Error(`not a query for attributes: ${terms.join(' ')}`);
  return terms.join(' ');
}

const hasAttributes =
  (wanted: Readonly<Record<string, string>>) =>
  ({ attributes }: KeycloakGroup): boolean =>
    Object.entries(wanted).every(([name, value]) => attributes[name]?.includes(value));

/** A slash in a name would also be a level: such a group looks like a child of another one. */
function segment(name: string): string {
  if (name.includes('/')) throw new Error(`"${name}" is no name of a group of ours`);
  return name;
}

function createdId(op: string, location: string | undefined): string {
  const id = location?.split('/').at(-1);
  if (!id) throw new BackendContractBroken(`Keycloak answered ${op} without the place of what it made.`, { op });
  return id;
}
