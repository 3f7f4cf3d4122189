import { apiDepsWithSignIn } from '#shared/runtime/wiring/api-with-sign-in';
import { apiHandler } from '../_http/api-handler.ts';
import { signInRoutes } from './routes.ts';

const deps = apiDepsWithSignIn('api/sign-in');
export const handler = apiHandler(deps, signInRoutes(deps));
