import { z } from 'zod';
import { type Uuid, uuid } from '../_core/identifier.ts';
import { type Caller, canSee, type Place } from './caller.ts';
import type { Project } from './project.ts';

/** Project and customer of a record. Names are stored beside uuids, so that a page of a list needs no second read. */
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

/** Common fields of order, resource and cluster: their place and what was ordered. */
export const placement = inProject.extend({
  offeringUuid: uuid,
  offeringName: z.string(),
  /** The customer that sells the offering, and that sees what is bought under it. Older records lack it. */
  providerUuid: uuid.optional(),
  planUuid: uuid.optional(),
});
export type Placement = z.infer<typeof placement>;

/** The placement of an order that a project places under an offering, and of what the order makes. */
export const placementOf = (
  project: Project,
  { uuid, name, customerUuid }: { uuid: Uuid; name: string; customerUuid: Uuid },
  planUuid: Uuid | undefined,
): Placement => ({
  ...inProjectOf(project),
  offeringUuid: uuid,
  offeringName: name,
  providerUuid: customerUuid,
  ...(planUuid !== undefined && { planUuid }),
});

export type Sold = Place & Pick<Placement, 'providerUuid'>;
/** Whether the caller sees what was bought: users of the buying project do, and owners of the selling customer. */
export const seesSold = (caller: Caller, item: Sold): boolean =>
  canSee(caller, item) || (item.providerUuid !== undefined && canSee(caller, { customerUuid: item.providerUuid }));

/** How the audit shows these fields. The event has its place already, so only the offering is shown. */
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
