import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import type { GroupRef, KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { KeycloakMembership, MembershipRef } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { Invalid, noMatch, VersionConflict } from '#shared/errors';
import type { KeycloakGroupRepository, KeycloakMembershipRepository } from '#shared/ports/store';
import { claiming, releasing } from '../_core/claim-repository.ts';
import {
  GROUP_PREFIX,
  groupClaim,
  groupKey,
  groupLookup,
  MEMBERSHIP_PREFIX,
  membershipClaim,
  membershipKey,
  membershipPointerKey,
  providerPartition,
  unreconciledMemberships,
} from '../_core/keys.ts';
import { countsOf, existsAlready } from '../_core/kind.ts';
import { listPage } from '../_core/lists/list-page.ts';
import { type PlannedItem, plannedWrite } from '../_core/planned-write.ts';
import { getRow, type PartitionQuery, pagesOf, rowsOf } from '../_core/read-rows.ts';
import { insertion, removal, replacement } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';
import { ABSENT } from '../_core/write-rows.ts';
import { findPart } from '../clusters/cluster-parts.ts';
import { KEYCLOAK_GROUPS, KEYCLOAK_MEMBERSHIPS } from './access-kinds.ts';

const pointer = z.object({ settingsUuid: uuid, clusterUuid: uuid, groupUuid: uuid, uuid });

/** Waldur's text for a membership that exists already (docs/spec/access.md#memberships). */
const taken = () => new Invalid({ non_field_errors: ['This keycloak user group membership already exists.'] });

/**
 * A row that points from a membership's uuid to the membership. The pointer is written and removed together with the
 * membership, and never changes.
 */
function pointing({ settingsUuid, clusterUuid, groupUuid, uuid }: KeycloakMembership): PlannedItem {
  const key = membershipPointerKey(uuid);
  return {
    key,
    row: { ...key, kind: 'MEMBERSHIP_POINTER', settingsUuid, clusterUuid, groupUuid, uuid },
    condition: ABSENT,
    refused: existsAlready(KEYCLOAK_MEMBERSHIPS.title),
  };
}
/** Removes the pointer to a membership. A delete without a condition also succeeds if the row is gone. */
const unpointing = ({ uuid }: KeycloakMembership): PlannedItem => ({
  key: membershipPointerKey(uuid),
  refused: () => new Error(`the row that points to membership ${uuid} could not be removed`),
});

/**
 * Memberships of Keycloak groups. A claim on username, role and scope keeps a membership from being stored twice. A
 * pointer finds a membership by its uuid.
 */
export function keycloakMembershipRepository(table: Table): KeycloakMembershipRepository {
  const kind = KEYCLOAK_MEMBERSHIPS;
  const find = async (ref: MembershipRef): Promise<KeycloakMembership | undefined> => {
    const row = await getRow(table, membershipKey(ref));
    return row && kind.schema.parse(row);
  };
  const read = async (query: PartitionQuery): Promise<KeycloakMembership[]> =>
    (await rowsOf(table, query)).map((row) => kind.schema.parse(row));
  const listBy = (settingsUuid: string, below = ''): Promise<KeycloakMembership[]> =>
    read({ partition: providerPartition(settingsUuid), prefix: `${MEMBERSHIP_PREFIX}${below}` });
  return {
    find,
    async get(ref) {
      const item = await find(ref);
      if (!item) throw noMatch(kind.title);
      return item;
    },
    async findByUuid(uuid) {
      const row = await getRow(table, membershipPointerKey(uuid));
      return row && find(pointer.parse(row));
    },
    insert: (item) =>
      plannedWrite(
        [insertion(kind, item), pointing(item), claiming(membershipClaim(item), item.uuid, taken)],
        countsOf(kind, item, 1),
      ),
    replace: (item) => plannedWrite([replacement(kind, item)]),
    remove: (item) =>
      plannedWrite([removal(kind, item), unpointing(item), releasing(membershipClaim(item))], countsOf(kind, item, -1)),
    listByGroup: ({ settingsUuid, clusterUuid, uuid }) => listBy(settingsUuid, `${clusterUuid}#${uuid}#`),
    async hasAny({ settingsUuid, clusterUuid, uuid }) {
      const prefix = `${MEMBERSHIP_PREFIX}${clusterUuid}#${uuid}#`;
      for await (const page of pagesOf(table, { partition: providerPartition(settingsUuid), prefix, limit: 1 })) {
        if (page.length > 0) return true;
      }
      return false;
    },
    listByCluster: ({ settingsUuid, clusterUuid }) => listBy(settingsUuid, `${clusterUuid}#`),
    listByProvider: (settingsUuid) => listBy(settingsUuid),
    listUnreconciled: (settingsUuid) => read({ index: 'lookup', partition: unreconciledMemberships(settingsUuid) }),
    list: (scope, page, matches) => listPage(table, kind, scope, page, matches),
  };
}

const made =
  ({ name }: KeycloakGroup) =>
  () =>
    new VersionConflict(`Group ${name} was created by another request.`);

/** Keycloak groups. For each group, a separate row reserves the pair of role and scope. So no group is stored twice. */
export function keycloakGroupRepository(table: Table): KeycloakGroupRepository {
  const find = async (ref: GroupRef): Promise<KeycloakGroup | undefined> => {
    const row = await getRow(table, groupKey(ref));
    return row && KEYCLOAK_GROUPS.schema.parse(row);
  };
  const listBy = async (settingsUuid: string, below = ''): Promise<KeycloakGroup[]> => {
    const prefix = `${GROUP_PREFIX}${below}`;
    const rows = await rowsOf(table, { partition: providerPartition(settingsUuid), prefix });
    return rows.map((row) => KEYCLOAK_GROUPS.schema.parse(row));
  };
  return {
    find,
    async get(ref) {
      const item = await find(ref);
      if (!item) throw noMatch(KEYCLOAK_GROUPS.title);
      return item;
    },
    insert: (item) =>
      plannedWrite(
        [insertion(KEYCLOAK_GROUPS, item), claiming(groupClaim(item), item.uuid, made(item))],
        countsOf(KEYCLOAK_GROUPS, item, 1),
      ),
    replace: (item) => plannedWrite([replacement(KEYCLOAK_GROUPS, item)]),
    remove: (item) =>
      plannedWrite([removal(KEYCLOAK_GROUPS, item), releasing(groupClaim(item))], countsOf(KEYCLOAK_GROUPS, item, -1)),
    findByUuid: (uuid) => findPart(table, KEYCLOAK_GROUPS, groupLookup(uuid).lookupPk),
    listByCluster: ({ settingsUuid, clusterUuid }) => listBy(settingsUuid, `${clusterUuid}#`),
    listByProvider: (settingsUuid) => listBy(settingsUuid),
    list: (scope, page, matches) => listPage(table, KEYCLOAK_GROUPS, scope, page, matches),
  };
}
