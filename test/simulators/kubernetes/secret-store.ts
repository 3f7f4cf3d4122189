import { isDeepStrictEqual } from 'node:util';
import { type FieldOwners, noteUpdate } from './field-owners.ts';
import { type KubernetesContext, nextRevision, serverFields } from './kubernetes-context.ts';
import { alreadyExists, conflict, invalid, KubernetesError, notFound } from './kubernetes-error.ts';
import type { Secret } from './kubernetes-objects.ts';
import { checkPlace, nameFor } from './object-meta.ts';
import { contentOf, type GivenSecret } from './secret-body.ts';

export interface Place {
  namespace: string;
  name: string;
}

/** Who writes, as `field-owners.ts` has it, and whether it is only tried. */
export interface Writing {
  manager: string;
  dryRun: boolean;
}

/** What the caller takes the object for. */
interface Preconditions {
  uid?: string | undefined;
  resourceVersion?: string | undefined;
}

const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

const keyOf = ({ namespace, name }: Place): string => `${namespace}/${name}`;

/** Secrets by place, under the rules that hold however they are written. `dryRun` checks everything and changes nothing. */
export function secretStore(context: KubernetesContext) {
  const { secrets, namespaces, owners } = context;
  const write = writeTo(context);

  function get(place: Place): Secret {
    const found = secrets.get(keyOf(place));
    if (!found) throw notFound('secrets', place.name);
    return found;
  }

  return {
    get,
    ownersOf: (place: Place): FieldOwners => owners.get(keyOf(place)) ?? new Map(),
    find: (place: Place) => secrets.get(keyOf(place)),
    create(namespace: string, given: GivenSecret, writing: Writing): Secret {
      if (given.metadata.resourceVersion) {
        throw new KubernetesError('BadRequest', 'resourceVersion should not be set on objects to be created');
      }
      checkPlace(given.metadata, { namespace });
      const name = nameFor('Secret', given.metadata);
      const content = contentOf(name, given);
      if (!namespaces.has(namespace)) throw notFound('namespaces', namespace);
      if (secrets.has(keyOf({ namespace, name }))) throw alreadyExists('secrets', name);
      const secret = { metadata: { name, namespace, ...serverFields(context), ...userMeta(given) }, ...content };
      write(secret, { namespace, name }, writing);
      return secret;
    },
    /** Replaces what is there; what does not change it does not make a new version. */
    replace(place: Place, given: GivenSecret, writing: Writing): Secret {
      checkPlace(given.metadata, place);
      const old = get(place);
      checkPreconditions(old, given.metadata);
      const content = contentOf(place.name, given);
      if (content.type !== old.type) {
        throw invalid('Secret', place.name, 'type', `Invalid value: "${content.type}": field is immutable`);
      }
      const { uid, resourceVersion, creationTimestamp } = old.metadata;
      const metadata = { ...place, uid, resourceVersion, creationTimestamp, ...userMeta(given) };
      if (isDeepStrictEqual({ metadata, ...content }, old)) return old;
      if (old.immutable) {
        throw invalid('Secret', place.name, 'data', 'Forbidden: field is immutable when `immutable` is set');
      }
      const changed = { metadata: { ...metadata, resourceVersion: nextRevision(context) }, ...content };
      write(changed, place, writing);
      return changed;
    },
    remove(place: Place, preconditions: Preconditions, dryRun: boolean): Secret {
      const secret = get(place);
      checkPreconditions(secret, preconditions);
      if (dryRun) return secret;
      secrets.delete(keyOf(place));
      owners.delete(keyOf(place));
      nextRevision(context);
      return secret;
    },
  };
}

export type SecretStore = ReturnType<typeof secretStore>;

const writeTo =
  ({ secrets, owners }: KubernetesContext) =>
  (secret: Secret, place: Place, { manager, dryRun }: Writing): void => {
    if (dryRun) return;
    const before = secrets.get(keyOf(place));
    const held = (before && owners.get(keyOf(place))) ?? new Map();
    noteUpdate(held, before, secret, manager);
    owners.set(keyOf(place), held);
    secrets.set(keyOf(place), secret);
  };

function userMeta({ metadata: { labels, annotations, generateName } }: GivenSecret) {
  const filled = (given: Record<string, string> | null | undefined) => given && Object.keys(given).length > 0;
  return {
    ...(generateName && { generateName }),
    ...(labels && filled(labels) && { labels }),
    ...(annotations && filled(annotations) && { annotations }),
  };
}

function checkPreconditions({ metadata }: Secret, { uid, resourceVersion }: Preconditions): void {
  if (uid && uid !== metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`;
    throw conflict('secrets', metadata.name, why);
  }
  if (resourceVersion && resourceVersion !== metadata.resourceVersion)
    throw conflict('secrets', metadata.name, MODIFIED);
}
