import { z } from 'zod';
import { SECRET_PREFIXES, type SecretPrefix } from '#shared/domain/_core/secret-name';
import { clusterApiSecret } from '#shared/domain/providers/cluster-api-options';
import {
  argocdSecret,
  keycloakSecret,
  openstackSecret,
  rancherSecret,
  type SecretChanges,
  type ServiceSettings,
  settingsSecretName,
  vaultSecret,
  waldurSecret,
  webhookSecret,
} from '#shared/domain/providers/service-settings';
import { AppError, Invalid } from '#shared/errors';
import type { Ids, Secrets } from '#shared/ports/runtime';

type Deps = { secrets: Secrets; stage: string; ids: Ids };
type Fields = Record<string, string>;
type References = Pick<ServiceSettings, 'uuid' | 'secretRevisions' | 'retiredSecrets'>;
/** The new secrets of a change, the record's new references to secrets, and the secrets that are removed. */
export type SecretRevision = {
  written: NewSecret[];
  references: Required<Pick<ServiceSettings, 'secretRevisions' | 'retiredSecrets'>>;
  /** Names of secrets that are removed without a replacement. */
  removed: string[];
};

const FORMS: Partial<Record<SecretPrefix, z.ZodType<object>>> = {
  rancher: rancherSecret,
  openstack: openstackSecret,
  vault: vaultSecret,
  keycloak: keycloakSecret,
  argocd: argocdSecret,
  waldur: waldurSecret,
  'cluster-api': clusterApiSecret,
  webhook: webhookSecret,
};
const fields = z.record(z.string(), z.string());

async function storedFields({ secrets, stage }: Deps, prefix: SecretPrefix, settings: References): Promise<Fields> {
  return fields.parse(JSON.parse((await secrets.find(settingsSecretName(stage, prefix, settings))) ?? '{}'));
}

function changedFields(prefix: SecretPrefix, stored: Fields, change: Record<string, string | null>): Fields {
  const merged = Object.entries({ ...stored, ...change }).flatMap(([key, value]) =>
    value === null ? [] : [[key, value]],
  );
  const result = fields.parse(Object.fromEntries(merged));
  if (merged.length === 0 || FORMS[prefix]?.safeParse(result).success) return result;
  // The stored secret is missing, so the new value of one part is not enough. The caller must give all parts.
  throw new Invalid({ options: [`The stored credentials (${prefix}) are missing: enter all of them again.`] });
}

/**
 * Plans new revisions of the secrets that change. Writes nothing. Throws Invalid when a stored secret is missing and
 * only a part of it is given.
 */
export async function reviseSecrets(deps: Deps, settings: References, changes: SecretChanges): Promise<SecretRevision> {
  const secretRevisions = { ...settings.secretRevisions };
  const retiredSecrets: SecretRevision['references']['retiredSecrets'] = [];
  const written: NewSecret[] = [];
  const removed: string[] = [];
  for (const prefix of SECRET_PREFIXES) {
    const change = changes[prefix];
    if (change === undefined) continue;
    const next = changedFields(prefix, await storedFields(deps, prefix, settings), change);
    const before = settings.secretRevisions?.[prefix];
    if (before !== undefined) retiredSecrets.push({ prefix, revision: before });
    const isGone = Object.keys(next).length === 0;
    if (isGone) {
      delete secretRevisions[prefix];
      removed.push(settingsSecretName(deps.stage, prefix, settings));
      continue;
    }
    secretRevisions[prefix] = deps.ids.uuid();
    const name = settingsSecretName(deps.stage, prefix, { uuid: settings.uuid, secretRevisions });
    written.push({ name, value: JSON.stringify(next) });
  }
  return { written, references: { secretRevisions, retiredSecrets }, removed };
}

type NewSecret = { name: string; value: string };

/**
 * Writes secrets under unused names, and then the record that refers to them. In this order, a record never refers to a
 * missing secret. If the write of the record is refused, the secrets are deleted again. If the database does not
 * answer, the secrets are kept, because the record may have been written, and an unused secret does no harm.
 */
export async function writeSecretsFirst<T>(
  secrets: Pick<Secrets, 'put' | 'remove'>,
  written: readonly NewSecret[],
  record: () => Promise<T>,
): Promise<T> {
  const remove = () => Promise.all(written.map(({ name }) => secrets.remove(name)));
  try {
    await Promise.all(written.map(({ name, value }) => secrets.put(name, value)));
  } catch (error) {
    await remove();
    throw error;
  }
  try {
    return await record();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await remove();
    throw error;
  }
}
