import { z } from 'zod';
import {
  openstackOptions,
  openstackSecret,
  rancherOptions,
  rancherSecret,
  type ServiceSettings,
} from '../../domain/service-settings.ts';
import { address, flag, optionalReference, text } from './fields.ts';
import type { Link } from './link.ts';
import type { Listing } from './listing.ts';
import type { Operations } from './operation.ts';
import { parseBody } from './parse-body.ts';

const account = { username: text(100), password: text(100) };
const rancherFields = z.object({
  backend_url: address(),
  ...account,
  base_image_name: text(150),
  k8s_version: text(50).optional(),
  node_disk_driver: z.enum(['sd', 'vd']).optional(),
  tls_verify: flag().optional(),
});
const openstackFields = z.object({
  backend_url: address(),
  ...account,
  region: text(100).optional(),
  user_domain_name: text(100).optional(),
  tls_verify: flag().optional(),
});

const head = z.object({
  type: z.enum(['Rancher', 'OpenStack']),
  name: text(150),
  customer: optionalReference('customers'),
  options: z.record(z.string(), z.unknown()),
});

type AllFields = z.infer<typeof rancherFields> & z.infer<typeof openstackFields>;
type Fields = { [K in keyof AllFields]?: AllFields[K] | undefined };
const withoutGaps = (entries: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));

/** The half that is kept on the record. */
const openHalf = (fields: Fields) =>
  withoutGaps({
    backendUrl: fields.backend_url?.replace(/\/+$/, ''),
    baseImageName: fields.base_image_name,
    k8sVersion: fields.k8s_version,
    nodeDiskDriver: fields.node_disk_driver,
    region: fields.region,
    userDomainName: fields.user_domain_name,
    verifyTls: fields.tls_verify,
  });
/** The half that goes to the secret store and never comes back. */
const secretHalf = ({ username, password }: Fields) => withoutGaps({ username, password });

const read = <T extends Fields>(fields: z.ZodType<T>, body: unknown): T =>
  parseBody(z.object({ options: fields }), body).options;

/** `POST service-settings/`; options are those of the type. Throws Invalid. */
export function readNewSettings(body: unknown) {
  const { type, name, customer } = parseBody(head, body);
  const common = { name, customerUuid: customer };
  if (type === 'Rancher') {
    const fields = read(rancherFields, body);
    return {
      ...common,
      type,
      options: rancherOptions.parse(openHalf(fields)),
      secret: rancherSecret.parse(secretHalf(fields)),
    };
  }
  const fields = read(openstackFields, body);
  return {
    ...common,
    type,
    options: openstackOptions.parse(openHalf(fields)),
    secret: openstackSecret.parse(secretHalf(fields)),
  };
}

const change = <T extends z.ZodType>(fields: T) => z.object({ name: text(150).optional(), options: fields.optional() });
const rancherChange = change(rancherFields.partial());
const openstackChange = change(openstackFields.partial());

/** `PATCH service-settings/{uuid}/`: what is left out stays, secrets too. */
export function readSettingsChange(type: ServiceSettings['type'], body: unknown) {
  const parsed = type === 'Rancher' ? parseBody(rancherChange, body) : parseBody(openstackChange, body);
  const fields: Fields = parsed.options ?? {};
  return { name: parsed.name, options: openHalf(fields), secret: secretHalf(fields) };
}

export const settingsView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    type: z.enum(['Rancher', 'OpenStack']),
    customer: z.string().nullable(),
    customer_uuid: z.string().nullable(),
    state: z.string(),
    error_message: z.string(),
    options: z.record(z.string(), z.union([z.string(), z.boolean()])),
    created: z.string(),
  })
  .meta({ id: 'ServiceSettings' });
export type SettingsView = z.infer<typeof settingsView>;

function viewOptions(settings: ServiceSettings): SettingsView['options'] {
  if (settings.type === 'Rancher') {
    const { backendUrl, baseImageName, k8sVersion, nodeDiskDriver, verifyTls } = settings.options;
    return {
      backend_url: backendUrl,
      base_image_name: baseImageName,
      k8s_version: k8sVersion,
      node_disk_driver: nodeDiskDriver,
      tls_verify: verifyTls,
    };
  }
  const { backendUrl, region, userDomainName, verifyTls } = settings.options;
  return {
    backend_url: backendUrl,
    ...(region !== undefined && { region }),
    user_domain_name: userDomainName,
    tls_verify: verifyTls,
  };
}

export function viewSettings(link: Link, settings: ServiceSettings): SettingsView {
  const { uuid, name, type, customerUuid, state, errorMessage, created } = settings;
  return {
    url: link('service-settings', uuid),
    uuid,
    name,
    type,
    customer: customerUuid === undefined ? null : link('customers', customerUuid),
    customer_uuid: customerUuid ?? null,
    state,
    error_message: errorMessage,
    options: viewOptions(settings),
    created,
  };
}

const ofType = <T extends z.ZodType>(type: ServiceSettings['type'], options: T) =>
  head.extend({ type: z.literal(type), options });
/** The whole of what `readNewSettings` reads. */
const newSettingsBody = z.discriminatedUnion('type', [
  ofType('Rancher', rancherFields),
  ofType('OpenStack', openstackFields),
]);

export const settingsListing: Listing<ServiceSettings, SettingsView> = {
  filters: {
    within: ['customer'],
    contains: { name: ({ name }) => name },
    equals: { name_exact: ({ name }) => name },
    choices: { type: { values: ['Rancher', 'OpenStack'], of: ({ type }) => type } },
  },
  schema: settingsView,
  view: viewSettings,
};

export const settingsOperations: Operations = {
  'GET /': { summary: 'List providers and clouds', listing: settingsListing },
  'GET /{uuid}/': { summary: 'Show a provider or cloud', reply: settingsView },
  'POST /': {
    summary: 'Add a provider (Rancher) or a cloud (OpenStack)',
    description: 'Credentials are kept apart and never shown again.',
    access: 'staff',
    body: newSettingsBody,
    status: 201,
    reply: settingsView,
  },
  'PATCH /{uuid}/': {
    summary: 'Change a provider or a cloud',
    description: 'What is left out stays, secrets too.',
    access: 'staff',
    body: z.union([rancherChange, openstackChange]),
    reply: settingsView,
  },
};
