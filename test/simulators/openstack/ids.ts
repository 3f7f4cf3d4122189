import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';

const namespace = uuidv5('openstack-simulator', uuidv5.DNS);

/**
 * The id of a seeded object. It stays the same over restarts. `path` begins with the cloud's name, so ids differ
 * between clouds.
 */
export const seedUuid = (...path: string[]) => uuidv5(path.join('/'), namespace);

export const hexOf = (uuid: string) => uuid.replaceAll('-', '');

/** Keystone's ids have no dashes. */
export const newHexId = () => hexOf(randomUUID());

/** The secret of an application credential. Like Keystone's secrets, it has 86 characters. */
export const newSecret = () => randomBytes(64).toString('base64url');

export const seedSecret = (...path: string[]) => createHash('sha512').update(path.join('/')).digest('base64url');

/** A token in the form of a Fernet token, with 183 characters. */
export const newTokenValue = () => `gAAAAA${randomBytes(132).toString('base64url')}w`;
