import { derivedUuid, type Uuid } from '../_core/identifier.ts';
import type { ActingRole } from './acting-role.ts';

/** Rancher's role bindings of one account. `placeId` is Rancher's id of the cluster or project. */
export type AccountBinding = { context: 'cluster' | 'project'; placeId: string; roleTemplateId: string };
type FoundBinding = AccountBinding & { id: string };

/**
 * The username of a person's account in one cluster. It is always the same, so that concurrent calls find the same
 * account.
 */
export const actingUsername = (clusterUuid: Uuid, userUuid: Uuid): string =>
  `paddock-acting-${derivedUuid(clusterUuid, `acting/${userUuid}`)}`;

/**
 * The role bindings that the account must have, and no others.
 * @param projects Rancher's ids of the projects in which the account gets the role for projects
 */
export const actingBindings = (
  { cluster, project }: ActingRole,
  clusterId: string,
  projects: readonly string[],
): AccountBinding[] => [
  { context: 'cluster', placeId: clusterId, roleTemplateId: cluster },
  ...projects.flatMap((placeId): AccountBinding[] =>
    project === undefined ? [] : [{ context: 'project', placeId, roleTemplateId: project }],
  ),
];

const keyOf = ({ context, placeId, roleTemplateId }: AccountBinding): string =>
  `${context} ${placeId} ${roleTemplateId}`;

/** What must be done so that the account has exactly the wanted bindings. A binding that exists twice is kept once. */
export function diffActingBindings(
  wanted: readonly AccountBinding[],
  found: readonly FoundBinding[],
): { create: AccountBinding[]; remove: FoundBinding[] } {
  const needed = new Set(wanted.map(keyOf));
  const kept = new Map(found.filter((it) => needed.has(keyOf(it))).map((it) => [keyOf(it), it]));
  return {
    create: wanted.filter((it) => !kept.has(keyOf(it))),
    remove: found.filter((it) => kept.get(keyOf(it))?.id !== it.id),
  };
}

const DAY_MS = 24 * 3_600_000;
/** An account that was not used for so long is deleted. */
const UNUSED_DAYS = 30;
/** The end of the account is moved again when it is nearer than this, so that not every use writes to Rancher. */
const EXTEND_BELOW_DAYS = 23;

export const actingEnd = (now: Date): Date => new Date(now.getTime() + UNUSED_DAYS * DAY_MS);
export const mustExtend = (endsAt: Date | undefined, now: Date): boolean =>
  endsAt === undefined || endsAt.getTime() - now.getTime() < EXTEND_BELOW_DAYS * DAY_MS;
