import { z } from 'zod';
import { asLine } from '#shared/domain/_core/text/plain-text';
import type { RemoteOrder, RemoteResource } from '#shared/domain/remote-waldur/remote-objects';
import { remoteUuid } from './waldur-session.ts';

const textOrEmpty = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
/** A name that becomes part of records and of objects in Rancher. Control characters become spaces. */
const MAX_NAME = 150;
const nameOrEmpty = textOrEmpty.transform((text) => asLine(text).slice(0, MAX_NAME));
const amounts = z
  .record(z.string(), z.number())
  .nullish()
  .transform((given) => given ?? {});

export const remoteOrder = z
  .object({
    uuid: remoteUuid,
    type: z.string(),
    state: z.string(),
    offering_uuid: remoteUuid,
    marketplace_resource_uuid: remoteUuid,
    limits: amounts,
  })
  .transform(
    ({ offering_uuid: offeringUuid, marketplace_resource_uuid: resourceUuid, ...order }): RemoteOrder => ({
      ...order,
      offeringUuid,
      resourceUuid,
    }),
  );

export const remoteResource = z
  .object({
    uuid: remoteUuid,
    offering_uuid: remoteUuid,
    name: nameOrEmpty,
    slug: nameOrEmpty,
    state: z.string(),
    backend_id: textOrEmpty,
    limits: amounts,
    backend_metadata: z.record(z.string(), z.unknown()).nullish(),
    customer_name: nameOrEmpty,
    customer_slug: nameOrEmpty,
    project_name: nameOrEmpty,
    project_slug: nameOrEmpty,
    restrict_member_access: z.boolean().nullish(),
  })
  .transform(
    ({ uuid, name, slug, state, limits, ...rest }): RemoteResource => ({
      ...{ uuid, name, slug, state, limits },
      offeringUuid: rest.offering_uuid,
      backendId: rest.backend_id,
      metadata: rest.backend_metadata ?? {},
      customer: { name: rest.customer_name, slug: rest.customer_slug },
      project: { name: rest.project_name, slug: rest.project_slug },
      isRestricted: rest.restrict_member_access ?? false,
    }),
  );

/** A user of a resource. Waldur omits the username until the user has a username at the offering. */
export const teamMember = z
  .object({ offering_user_username: textOrEmpty })
  .transform(({ offering_user_username: username }) => username);

export const componentUsage = z
  .object({
    type: z.string(),
    usage: z.union([z.string(), z.number()]),
    resource_uuid: remoteUuid.optional(),
    billing_period: z.string().optional(),
  })
  .transform(({ type, usage, resource_uuid: resourceUuid, billing_period: month }) => ({
    ...{ type, resourceUuid, month },
    amount: String(usage),
  }));

export const offeringComponents = z.object({ components: z.array(z.object({ type: z.string() })) });

export const agentIdentity = z
  .object({ uuid: remoteUuid, name: z.string(), offering: remoteUuid, version: textOrEmpty })
  .transform(({ offering, ...rest }) => ({ ...rest, offeringUuid: offering }));
export const made = z.object({ uuid: remoteUuid });
