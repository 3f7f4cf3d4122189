import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Config } from '#infra/config';
import { deployedName } from '#shared/contracts/deployed-name';

/** What every part of the stack is given. */
export type Platform = {
  config: Config;
  /** The bundle of an entry, e.g. `api/records`; tests, which need no bundles, give their own. */
  code: (entry: string) => Code;
  /** What the stage's data is encrypted with. */
  key: IKey;
};

/** What is enough to name what belongs to a stage, and to watch it. */
export type Stage = Pick<Platform, 'config'>;

/** `<stage>-<folder>-<entry>`: the name of functions and, without the folder, of machines. */
export const nameOf = ({ config }: Stage, entry: string): string => deployedName(config.stage, entry);
