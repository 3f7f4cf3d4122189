import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterApiTemplate } from '#shared/domain/planning/cluster-api/cluster-api-template';
import { Invalid } from '#shared/errors';
import { flag, looseText, optional } from '../rest/_core/fields.ts';
import { parseBody } from '../rest/_core/parse-body.ts';
import { newTemplateBody, templateChangeBody } from '../rest/cluster-api/template-body.ts';
import { parseJsonPatch } from './json-patch.ts';
import { labelText, labelTexts } from './label-texts.ts';

/** Default port of the Kubernetes API server. A driver of Magnum can choose another port. */
const API_PORT = 6443;
const MAX_TAGS = 2000;
const MAX_DRIVER = 255;
/** A flag that clients may send only as false or null. */
const never = () => z.literal(false).nullish();

/** Fields that only Magnum has. They have no effect, but are stored (`MagnumFields`). */
const shownFields = z
  .object({
    volume_driver: z.literal('cinder').nullable(),
    apiserver_port: z.literal(API_PORT).nullable(),
    /** Has no effect, because the distribution is read from the image's property `os_distro`. */
    cluster_distro: looseText(MAX_DRIVER).nullable(),
    docker_storage_driver: looseText(MAX_DRIVER).nullable(),
  })
  .partial();

/**
 * Fields that only Magnum has, or that have another format in Magnum's API than in Paddock's own API. Fields that allow
 * only one value are not stored.
 */
const ofMagnum = z.object({
  coe: z.literal('kubernetes').nullish(),
  server_type: z.literal('vm').nullish(),
  tls_disabled: never(),
  registry_enabled: never(),
  driver: z.null().optional(),
  public: optional(flag()),
  hidden: optional(flag()),
  tags: optional(looseText(MAX_TAGS)),
});

/**
 * `isPublic`: all users see the template. `isHidden`: only users who may change the template see it. Undefined leaves a
 * flag unchanged.
 */
export type TemplateFlags = { isPublic: boolean | undefined; isHidden: boolean | undefined };

/**
 * Splits a body of Magnum's API. `fields` has the fields of Paddock's own API. `flags` and `coe` are handled
 * separately.
 */
function split(body: Record<string, unknown>) {
  const own = new Set([...Object.keys(ofMagnum.shape), ...Object.keys(shownFields.shape)]);
  const { tags, public: isPublic, hidden, ...fixed } = parseBody(ofMagnum, body);
  const words = tags?.split(',').map((tag) => tag.trim());
  const given = Object.fromEntries(Object.entries(body).filter(([name]) => !own.has(name)));
  return {
    coe: fixed.coe,
    magnum: parseBody(shownFields, body),
    flags: { isPublic: isPublic ?? undefined, isHidden: hidden ?? undefined },
    fields: {
      ...given,
      ...('labels' in given && { labels: labelTexts(given.labels) }),
      ...('tags' in body && { tags: words?.filter(Boolean) ?? [] }),
    },
  };
}

const dictionary = z.record(z.string(), z.unknown());

/** Reads the body of a new template for a project. Throws Invalid. */
export function parseNewMagnumTemplate(body: unknown, projectUuid: Uuid) {
  const { fields, flags, coe, magnum } = split(parseBody(dictionary, body));
  if (!coe) throw new Invalid({ coe: ['This field is required.'] });
  return { template: { ...parseBody(newTemplateBody, { ...fields, project: projectUuid }), magnum }, flags };
}

/** Reads a JSON patch of a template. Throws Invalid. */
export function parseTemplatePatch(body: unknown, { spec }: Pick<ClusterApiTemplate, 'spec'>) {
  const changed: Record<string, unknown> = {};
  const labels: Record<string, unknown> = { ...spec.labels };
  for (const { field, key, value } of parseJsonPatch(body)) {
    if (key === undefined) changed[field] = value ?? null;
    else if (field !== 'labels')
      throw new Invalid({ patch: [`Only /labels can be changed key by key. Send /${field} as a whole.`] });
    else {
      if (value === undefined) delete labels[key];
      else labels[key] = labelText(value);
      changed.labels = labels;
    }
  }
  const { fields, flags, magnum } = split(changed);
  return { change: { ...parseBody(templateChangeBody, fields), magnum }, flags };
}
