import { z } from 'zod';
import { type Uuid, uuid } from '../_core/identifier.ts';
import { type Caller, canSee, type Place } from './caller.ts';
import type { Project } from './project.ts';

/**
 * Project and customer of a record. The record has their uuids and their names, so that a page of a list needs no
 * second read.
 */
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

/** Fields that order, resource and cluster have in common: their place and their offering. */
export const placement = inProject.extend({
  offeringUuid: uuid,
  offeringName: z.string(),
  /**
   * The customer that sells the offering. It sees everything that is bought under the offering. Absent in older
   * records.
   */
  providerUuid: uuid.optional(),
  planUuid: uuid.optional(),
});
export type Placement = z.infer<typeof placement>;

/**
 * The placement of an order by a project under an offering. The objects that the order creates have the same placement.
 */
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
/**
 * Whether the caller sees an object that was bought: users of the buying project see it, and so do owners of the
 * selling customer.
 */
export const seesSold = (caller: Caller, item: Sold): boolean =>
  canSee(caller, item) || (item.providerUuid !== undefined && canSee(caller, { customerUuid: item.providerUuid }));

/** How the audit shows the placement. The event itself has the place, so only the offering and the plan are shown. */
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
