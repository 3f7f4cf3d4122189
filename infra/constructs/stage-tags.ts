import type { Config } from '../config.ts';

/** Tags of a stack. CloudFormation adds them to every resource that can have tags, also to resources without a name in the template. */
export const stageTags = ({ stage, tags }: Config): Record<string, string> => ({ ...tags, 'paddock:stage': stage });
