import { z } from 'zod';
import { type Uuid, uuid } from '../_core/identifier.ts';
import { type Caller, canSee, type Place } from './caller.ts';
import type { Project } from './project.ts';

/** Whose a record is. The names are kept beside the uuids so that a list page needs no second read. */
export const inProject = z.object({
  projectUuid: uuid,
  projectName: z.string(),
  customerUuid: uuid,
  customerName: z.string(),
});
export type InProject = z.infer<typeof inProject>;

export const inProjectOf = ({ uuid: projectUuid, name, customerUuid, customerName }: Project): InProject => ({
  projectUuid,
  projectName: name,
  customerUuid,
  customerName,
});

/** What order, resource and cluster say alike: whose they are and what was ordered. */
export const placement = inProject.extend({
  offeringUuid: uuid,
  offeringName: z.string(),
  /** The offering's customer, who sees what is bought there; not kept in records of before it was. */
  providerUuid: uuid.optional(),
  planUuid: uuid.optional(),
});
export type Placement = z.infer<typeof placement>;

/** Of what is bought under an offering, in a project. */
export const placementOf = (
  project: Project,
  { uuid, name, customerUuid }: { uuid: Uuid; name: string; customerUuid: Uuid },
  planUuid: Uuid | undefined,
): Placement => ({
  ...inProjectOf(project),
  ...{ offeringUuid: uuid, offeringName: name, providerUuid: customerUuid },
  ...(planUuid !== undefined && { planUuid }),
});

export type Sold = Place & Pick<Placement, 'providerUuid'>;
/** Who sees what was bought: the people of its project, and the owners of the customer that sells it. */
export const seesSold = (caller: Caller, item: Sold): boolean =>
  canSee(caller, item) || (item.providerUuid !== undefined && canSee(caller, { customerUuid: item.providerUuid }));

/** Where it is follows from its place; what it was bought as goes along. */
export const PLACEMENT_AUDIT = {
  projectUuid: 'hidden',
  projectName: 'hidden',
  customerUuid: 'hidden',
  customerName: 'hidden',
  offeringUuid: 'detail',
  offeringName: 'detail',
  providerUuid: 'hidden',
  planUuid: 'detail',
} as const;
