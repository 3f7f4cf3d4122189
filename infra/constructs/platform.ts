import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Config } from '#infra/config';
import { deployedName } from '#shared/contracts/deployed-name';

/** Input of every part of the stack. */
export type Platform = {
  config: Config;
  /** The bundle of an entry, e.g. `api/records`. Tests need no bundles and give a placeholder. */
  code: (entry: string) => Code;
  /** The key that encrypts the stage's data. */
  key: IKey;
};

/** Enough to name the resources of a stage and to watch them. */
export type Stage = Pick<Platform, 'config'>;

/** `<stage>-<folder>-<entry>`: the name of functions and, without the folder, of machines. */
export const nameOf = ({ config }: Stage, entry: string): string => deployedName(config.stage, entry);
