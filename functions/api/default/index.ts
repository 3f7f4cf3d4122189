import { defaultDeps } from '#shared/runtime/wiring/api-default';
import { defaultHandler } from './default-handler.ts';

export const handler = defaultHandler(defaultDeps('api/default'));
