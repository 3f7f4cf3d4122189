import { z } from 'zod';
import type { TemplateSpec } from '#shared/domain/planning/cluster-api/cluster-api-template';
import { addressNumber } from '#shared/domain/planning/ipv4-network';
import { described } from '../_core/field-text.ts';
import { flag, integer, optional, optionalReference, paragraphs, proxyAddress, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import { asGoodAsRoot } from '../_core/root-fields.ts';
import { labelsBody } from '../marketplace/orders/cluster-api-attributes.ts';
import { TEMPLATE_TEXTS } from './template-texts.ts';

const MAX_NAME = 255;
const MAX_LIST = 2000;
const MAX_VOLUME_GB = 65_536;
/** A host with or without a port. */
const REGISTRY = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?(?::\d{1,5})?$/;
const NO_PROXY = /^[A-Za-z0-9.:*/,_-]+$/;

const servers = () =>
  text(200).transform((given, context): string[] => {
    const found = given.split(',').map((item) => item.trim());
    if (found.some((item) => addressNumber(item) === undefined)) {
      context.addIssue({ code: 'custom', message: 'Enter IPv4 addresses with commas between them.', input: given });
    }
    return found;
  });

/** Fields of a template's spec. Null gives a field its default. */
const specFields = described(
  {
    image_id: asGoodAsRoot(text(MAX_NAME), 'machine'),
    flavor_id: optional(text(MAX_NAME)),
    master_flavor_id: optional(text(MAX_NAME)),
    keypair_id: asGoodAsRoot(optional(text(MAX_NAME)), 'keys'),
    external_network_id: optional(text(MAX_NAME)),
    fixed_network: optional(text(MAX_NAME)),
    fixed_subnet: optional(text(MAX_NAME)),
    dns_nameserver: optional(servers()),
    docker_volume_size: optional(integer(1, MAX_VOLUME_GB)),
    floating_ip_enabled: optional(flag()),
    master_lb_enabled: optional(flag()),
    network_driver: optional(z.enum(['calico', 'cilium'])),
    http_proxy: asGoodAsRoot(optional(proxyAddress()), 'traffic'),
    https_proxy: asGoodAsRoot(optional(proxyAddress()), 'traffic'),
    no_proxy: asGoodAsRoot(
      optional(text(MAX_LIST).regex(NO_PROXY, 'Enter hosts and networks with commas between them.')),
      'traffic',
    ),
    insecure_registry: asGoodAsRoot(
      optional(text(MAX_NAME).regex(REGISTRY, 'Enter a host, and its port if it has one.')),
      'images',
    ),
    labels: optional(labelsBody()),
  },
  TEMPLATE_TEXTS,
);

const fixed = {
  coe: z.literal('kubernetes').optional().meta({ description: 'Always `kubernetes`.' }),
  server_type: z.literal('vm').optional().meta({ description: 'Always `vm`.' }),
};
const tags = z.array(text(80)).max(50).meta({ description: 'Words by which the template is found. At most 50.' });
const named = {
  name: text(150).meta({ description: 'Name of the template. At most 150 characters.' }),
  description: paragraphs(2000).meta({ description: 'What the template is for. At most 2000 characters.' }),
  tags,
};

const { image_id, ...optionalFields } = specFields;
const changeFields = z
  .object({ ...named, image_id })
  .partial()
  .extend({ ...optionalFields, ...fixed });
type Fields = z.output<typeof changeFields>;

/** Maps each field of a body to the field's name in the template's spec (`TemplateSpec`). */
const IN_SPEC = {
  image_id: 'imageId',
  flavor_id: 'flavorId',
  master_flavor_id: 'masterFlavorId',
  keypair_id: 'keypairId',
  external_network_id: 'externalNetworkId',
  fixed_network: 'fixedNetwork',
  fixed_subnet: 'fixedSubnet',
  dns_nameserver: 'dnsNameservers',
  docker_volume_size: 'dockerVolumeSize',
  floating_ip_enabled: 'floatingIpEnabled',
  master_lb_enabled: 'masterLbEnabled',
  network_driver: 'networkDriver',
  http_proxy: 'httpProxy',
  https_proxy: 'httpsProxy',
  no_proxy: 'noProxy',
  insecure_registry: 'insecureRegistry',
  labels: 'labels',
} as const satisfies Record<keyof typeof specFields, keyof TemplateSpec>;

type SpecChange = { readonly [F in keyof TemplateSpec]?: TemplateSpec[F] | null };
/** Renames the given fields to their names in a spec. Fields that the body does not contain are left out. */
function specOf(fields: Pick<Fields, keyof typeof IN_SPEC>): SpecChange {
  const given = Object.entries(IN_SPEC).flatMap(([name, field]) => {
    const value = fields[name as keyof typeof IN_SPEC];
    return value === undefined ? [] : [[field, value]];
  });
  // TypeScript does not keep the types of the keys here.
  return Object.fromEntries(given) as SpecChange;
}

const ONE_PLACE = 'Name either a project or a customer.';
export const newTemplateBody = knownFields(
  changeFields.required({ name: true, image_id: true }).extend({
    description: named.description.default(''),
    tags: tags.default([]),
    project: optionalReference('projects'),
    customer: optionalReference('customers'),
  }),
).transform(({ name, description, tags: words, project, customer, ...fields }, context) => {
  const place =
    project === undefined
      ? customer !== undefined && { customerUuid: customer }
      : customer === undefined && { projectUuid: project };
  if (place) return { name, description, tags: words, spec: specOf(fields), ...place };
  context.addIssue({ code: 'custom', path: ['project'], message: ONE_PLACE, input: project });
  return z.NEVER;
});

const asChange = ({ name, description, tags: words, ...fields }: Fields) => ({
  ...{ name, description, tags: words },
  spec: specOf(fields),
});
/** Body of a change. Fields that are left out do not change. Null gives a field its default. */
export const templateChangeBody = knownFields(changeFields).transform(asChange);
export const templatePutBody = knownFields(changeFields.required({ name: true, image_id: true })).transform(asChange);
