import type { Config } from '../config.ts';

/** Of a stack: CloudFormation puts them on every resource that can have tags, those too that are not in the template by name. */
export const stageTags = ({ stage, tags }: Config): Record<string, string> => ({ ...tags, 'paddock:stage': stage });
