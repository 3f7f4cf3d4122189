import { behindOurBack } from './behind-our-back.ts';
import { dispatch } from './dispatch.ts';
import { requests } from './requests.ts';

/** What no single place of one function shows. */
export const scenarios = [...dispatch, ...requests, ...behindOurBack];
